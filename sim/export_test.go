package sim

// XXH64 hashes the parts as one text. It is the door to the streaming implementation, which the
// package itself offers only behind Hash.
func XXH64(parts ...[]byte) uint64 {
	var x xxh64
	for _, p := range parts {
		x.write(p)
	}
	return x.sum()
}
