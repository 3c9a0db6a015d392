package scene

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the scene's own settings are wrong
	}
	return v
}
