package pace

// canSpin is false in a browser: its clock moves in steps of up to 1 ms, and while a tab's only
// thread spins, no event comes in.
const canSpin = false
