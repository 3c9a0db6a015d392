// Package compare says what changed between runs of a game, and how sure that is.
//
// [Compare] takes a base and other groups, each of one or several [Run] values of one thing, and gives
// for each [Metric] both figures, their difference with a 95 % interval, and a [Verdict]. A [Condition]
// makes an answer of it, as "p99 > +5%". A group's figure is the median of its runs' figures, never that
// of their frames poured together: one long bad run would then outvote the others.
//
// # How sure
//
// Frames are not independent: a slow one has slow neighbours, since they draw the same scene. A t-test
// or a rank test on frames takes 10,000 frames for 10,000 measurements where there are perhaps 200, and
// finds differences between two runs of the same program. So whole blocks of consecutive frames are
// drawn with replacement, and all figures are computed of what was drawn (Künsch, Annals of Statistics
// 17, 1989); a block that passes the end of the run goes on at its beginning, so that the first and the
// last frames count as much as others, and so it does at a break, where a cut left frames out (Politis
// and Romano, the circular block bootstrap, 1992). The interval holds the middle 95 % of the
// differences.
//
// A block has as many frames as the rule of Politis and White (Econometric Reviews 23, 2004; corrected
// with Patton, 28, 2009) finds in the autocorrelation of the frame times, of which those over the
// 99th percentile are cut to it, and at least those of one second ([Options].Block). A run must have
// ten blocks.
//
// Where each side has three runs or more, runs are drawn first, then blocks of each: the interval then
// holds what differs from run to run, which is mostly more than what differs within one. With fewer it
// does not, and says nothing of the next start of the same program: see [Comparison].OverRuns. Three
// runs are few all the same: in simulation their 95 % is 88 %; with five it is 95 %.
//
// An interval of a short run is narrower than it says: of a minute at 60 FPS, with a correlation of 0.95
// between neighbours, it holds the truth in 90 % of simulations for the mean and 86 % for p99, where
// frames drawn one by one do so in 23 %.
//
// Each interval is of one metric. Of twenty that did not change, one is expected to show a difference.
//
// # Outliers
//
// A run is an outlier when its FPS, median or p99 frame time is farther than 3 % from the median of at
// least four runs, and farther than a factor times 1.4826 MAD. The factor is by the number of runs,
// 14.3 for five and 4.9 from twenty on, so that of sets of equal runs, with a normal spread, at most 5
// % have an outlier by any of the three. One of few runs must so be far away to be named.
//
// # Limits
//
// A percentile needs five frames beyond it, a low five frames in it, hitches five of them. Of the
// slowest frame no resample of blocks can know a slower one: it has an interval only where runs are
// drawn. A rolling median is that of the run, also in a resample. Of over 200,000 frames on all sides
// together fewer resamples are drawn. A frame takes 20 bytes.
//
// Concurrency: safe; Compare starts goroutines and ends them, and a result may be read by any number.
// Determinism: not safe; it holds what was measured, but the same seed gives the same bits.
// Allocation: allocates in proportion to frames and resamples.
package compare
