package tactus

// A Tick is a step's number. The first is 0. At 60 Hz an int64 lasts 4.8 thousand million years.
type Tick int64
