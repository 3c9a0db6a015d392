package main

// A caption is the text over a panel: what it shows, and by which rules.
type caption struct {
	x, high float64
	head    string
	lines   []string
}

func (p *plotPicture) caption(head, rules string, x, wide float64) caption {
	wide -= 2 * pictureEdge
	c := caption{x: x + pictureEdge, head: fit(head, textHead, wide), lines: wrapTo(rules, textSmall, wide)}
	c.high = 8 + 20 + lineHigh*float64(len(c.lines)) + 8
	return c
}

func (c *caption) draw(s *sheet, y float64) {
	s.text(c.x, y+8+14, fromLeft, textHead, c.head)
	for i, l := range c.lines {
		s.text(c.x, y+8+20+lineHigh*float64(i)+12, fromLeft, textSmall, l)
	}
}
