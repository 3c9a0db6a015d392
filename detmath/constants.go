package detmath

// Constants beyond 53 bits: the float, and what it lacks. Those of tables.go belong to them; both are
// computed from their definitions by TestTablesHoldTheRoundedValues.

// expStepsPerUnit is 128/ln 2.
const expStepsPerUnit = 0x1.71547652b82fep+07
