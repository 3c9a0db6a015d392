// Package tactus turns measured time into steps of one constant length, exactly.
package tactus
