package scene

// A Taped scene records what is played in it.
type Taped interface {
	Scene
	// Recording ends the run and returns its bytes. It has an error where nothing was played.
	Recording() ([]byte, error)
}
