package paint

import (
	"image"
	"image/color"
	"math"
)

// A shade is what a picture has at a point: a colour from 0 to 1 and how much it covers.
type shade struct{ r, g, b, a float64 }

// render samples a picture four by four times a pixel, so that edges are smooth.
func render(width, height int, at func(x, y float64) shade) *image.RGBA {
	const side = 4
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var sum shade
			for i := range side * side {
				s := at(float64(x)+(float64(i%side)+0.5)/side, float64(y)+(float64(i/side)+0.5)/side)
				sum = shade{sum.r + s.r*s.a, sum.g + s.g*s.a, sum.b + s.b*s.a, sum.a + s.a}
			}
			img.SetRGBA(x, y, color.RGBA{level(sum.r), level(sum.g), level(sum.b), level(sum.a)})
		}
	}
	return img
}

// level turns a sum of 16 samples into a byte.
func level(sum float64) uint8 { return uint8(255*max(0, min(sum/16, 1)) + 0.5) }

// mix goes from a to b.
func mix(a, b shade, t float64) shade {
	t = max(0, min(t, 1))
	m := func(p, q float64) float64 { return p + (q-p)*t }
	return shade{m(a.r, b.r), m(a.g, b.g), m(a.b, b.b), m(a.a, b.a)}
}

func rgb(hex uint32) shade {
	return shade{float64(hex>>16) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255, 1}
}

// Sky returns a gradient from the top over the middle to the bottom, one pixel wide.
func Sky(height int, top, middle, bottom uint32) *image.RGBA {
	return render(1, height, func(_, y float64) shade {
		t := 2 * y / float64(height)
		if t < 1 {
			return mix(rgb(top), rgb(middle), t)
		}
		return mix(rgb(middle), rgb(bottom), t-1)
	})
}

// Ball returns a lit ball. Its colour is the only one of the jump's picture with more red than blue, by
// which it can be found in a picture.
func Ball(radius float64, dark, bright uint32) *image.RGBA {
	size := int(2*radius) + 4
	c := float64(size) / 2
	return render(size, size, func(x, y float64) shade {
		dx, dy := (x-c)/radius, (y-c)/radius
		d := dx*dx + dy*dy
		if d > 1 {
			return shade{}
		}
		light := max(0, (-0.5*dx-0.65*dy+0.6*math.Sqrt(1-d))/1.02)
		s := mix(rgb(dark), rgb(bright), light*1.15)
		s.a = 1
		return s
	})
}

// Glow returns a soft disc of one colour.
func Glow(radius float64, hex uint32) *image.RGBA {
	size := int(2 * radius)
	return render(size, size, func(x, y float64) shade {
		s := rgb(hex)
		s.a = math.Pow(max(0, 1-math.Hypot(x-radius, y-radius)/radius), 2)
		return s
	})
}

// Cloud returns a cloud of five puffs.
func Cloud(width, height int) *image.RGBA {
	w, h := float64(width), float64(height)
	puffs := [][3]float64{{0.2, 0.68, 0.3}, {0.38, 0.45, 0.42}, {0.6, 0.5, 0.36}, {0.8, 0.7, 0.27}, {0.5, 0.74, 0.34}}
	return render(width, height, func(x, y float64) shade {
		cover := 0.0
		for _, p := range puffs {
			d := math.Hypot(x-p[0]*w, (y-p[1]*h)*1.15) / (p[2] * h)
			cover = max(cover, min(1, 4*(1-d)))
		}
		cover *= min(1, max(0, (0.97*h-y)/6))
		s := mix(rgb(0xffffff), rgb(0xb9c6ee), (y/h-0.3)*1.4)
		s.a = cover * 0.95
		return s
	})
}

// Hills returns a row of hills whose ends meet, in one colour that fades to another.
func Hills(width, height int, seed float64, top, bottom uint32) *image.RGBA {
	return render(width, height, func(x, y float64) shade {
		p := 2 * math.Pi * x / float64(width)
		edge := 0.45 + 0.2*math.Sin(p*2+seed) + 0.12*math.Sin(p*5+2*seed) + 0.05*math.Sin(p*11+seed)
		depth := y/float64(height) - (1 - edge)
		if depth < 0 {
			return shade{}
		}
		return mix(rgb(top), rgb(bottom), depth*1.6)
	})
}
