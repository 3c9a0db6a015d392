package tactus

// A ConfigError says which setting was refused and what is allowed in its place. Constructors and
// setters of this module return it, and leave what they would have changed as it was.
type ConfigError struct {
	Field string // the setting: "StepperConfig.Cap", "scale"
	Value string // as given
	Want  string // what is allowed, with the unit
}

// Error returns one line: field, value, what is allowed.
func (e *ConfigError) Error() string {
	return "tactus: " + e.Field + " is " + e.Value + ": want " + e.Want
}
