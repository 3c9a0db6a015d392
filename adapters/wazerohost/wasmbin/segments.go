package wasmbin

// The flags of an element segment.
const (
	elemPassive  = 1 // or, with elemIndex, declared only
	elemIndex    = 2 // of a table, or declared only
	elemAsValues = 4 // initial values in place of function indices
)

func (m *Module) readElements(r *reader) {
	m.elements = r.count("element segments", listMax)
	for range m.elements {
		at := r.at
		flags := r.u32()
		if flags > 7 {
			r.refuse(at, rebuild, "an element segment with flags %d", flags)
		}
		if flags&elemPassive == 0 {
			table := uint32(0)
			if flags&elemIndex != 0 {
				table = r.u32()
			}
			if r.fail == nil && uint64(table) >= uint64(m.tables) {
				r.refuse(at, rebuild, "table %d of %d", table, m.tables)
			}
			m.constant(r)
		}
		if flags&(elemPassive|elemIndex) != 0 {
			m.elementKind(r, flags)
		}
		m.elementItems(r, flags)
	}
}

func (m *Module) elementKind(r *reader, flags uint32) {
	at := r.at
	if flags&elemAsValues != 0 {
		m.refType(r)
	} else if kind := r.byte(); kind != 0 {
		r.refuse(at, rebuild, "elements of kind %d", kind)
	}
}

func (m *Module) elementItems(r *reader, flags uint32) {
	for range r.count("elements", ElementsMax) {
		if flags&elemAsValues != 0 {
			m.constant(r)
		} else {
			m.funcIndex(r)
		}
		if r.fail != nil {
			return
		}
	}
}

func (m *Module) readData(r *reader) {
	at := r.at
	n := r.count("data segments", listMax)
	if m.data >= 0 && n != m.data {
		r.refuse(at, rebuild, "%d data segments, %d announced", n, m.data)
	}
	for range n {
		at := r.at
		switch flags := r.u32(); {
		case flags == 0:
			if !m.memory.declared {
				r.refuse(at, rebuild, "data without a memory")
			}
			m.constant(r)
		case flags == 1:
		case flags == 2:
			r.refuse(at, "build without multiple memories", "data of a memory by number")
		default:
			r.refuse(at, rebuild, "a data segment with flags %d", flags)
		}
		r.skip(uint64(r.u32()))
		if r.fail != nil {
			return
		}
	}
}

// count0 is count for a number that no items follow.
func (r *reader) count0(what string, limit uint32) int {
	at := r.at
	n := r.u32()
	if n > limit {
		r.refuse(at, "make a smaller module", "%d %s, over the limit of %d", n, what, limit)
	}
	return int(n)
}
