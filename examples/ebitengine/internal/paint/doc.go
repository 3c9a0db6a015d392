// Package paint makes the pictures of the window shell from formulas, so that there are no files to
// load: each is an image that the shell draws where a game says.
//
// Concurrency: safe; it keeps nothing.
// Determinism: not safe; sines differ between processors. Pictures are for drawing.
// Allocation: allocates the image.
package paint
