//go:build !js

package pace

// canSpin says that a spin sees the clock move.
const canSpin = true
