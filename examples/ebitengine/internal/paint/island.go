package paint

import (
	"image"
	"math"
)

// IslandWidth and IslandHeight are the size of the island's picture.
const (
	IslandWidth  = 240
	IslandHeight = 230
)

// Island returns a floating island: rock below, grass on it, and a palm.
func Island() *image.RGBA {
	return render(IslandWidth, IslandHeight, func(x, y float64) shade {
		for _, part := range []func(x, y float64) shade{leaves, trunk, grass, rock} {
			if s := part(x, y); s.a > 0 {
				return s
			}
		}
		return shade{}
	})
}

const (
	islandX = IslandWidth / 2
	shoreY  = 128.0
)

func grass(x, y float64) shade {
	dx, dy := (x-islandX)/100, (y-shoreY)/17
	fringe := 3 * math.Sin(x*0.55) * math.Sin(x*0.21)
	if dx*dx+dy*dy > 1 && !(math.Abs(dx) < 0.97 && y > shoreY && y < shoreY+17*math.Sqrt(1-dx*dx)+6+fringe) {
		return shade{}
	}
	if y > shoreY+10 {
		return mix(rgb(0x3f9a4c), rgb(0x2b7040), (y-shoreY-10)/14)
	}
	return mix(rgb(0xb6e36a), rgb(0x58b956), (y-shoreY+17)/26)
}

func rock(x, y float64) shade {
	depth := (y - shoreY) / 92
	if depth < 0 || depth > 1 {
		return shade{}
	}
	rough := 5*math.Sin(y*0.31+x*0.05) + 4*math.Sin(y*0.17+2)
	half := 96*math.Pow(1-depth, 0.7) + rough*(1-depth)
	dx := (x - islandX) / half
	if math.Abs(dx) > 1 {
		return shade{}
	}
	s := mix(rgb(0xa9805c), rgb(0x4a3440), (dx+1)/2*0.75+depth*0.35)
	if math.Sin(y*0.42+3*math.Sin(x*0.07)) > 0.82 {
		s = mix(s, rgb(0x2b1d2b), 0.3)
	}
	return s
}

// trunkX is where the middle of the palm's trunk is at a height.
func trunkX(y float64) float64 {
	t := (shoreY - y) / 78
	return islandX + 18 + 20*t*t
}

func trunk(x, y float64) shade {
	if y < 50 || y > shoreY {
		return shade{}
	}
	dx := (x - trunkX(y)) / (4.5 + (y-50)/34)
	if math.Abs(dx) > 1 {
		return shade{}
	}
	s := mix(rgb(0xd0a070), rgb(0x7a5236), (dx+1)/2)
	if math.Mod(y, 9) < 1.5 {
		s = mix(s, rgb(0x5a3a28), 0.6)
	}
	return s
}

// fronds are the palm's leaves: where each ends from the top of the trunk, and how wide it is.
var fronds = [][3]float64{{-64, 16, 12}, {58, 20, 12}, {-48, -16, 14}, {46, -18, 14}, {-4, -30, 12},
	{-30, 40, 9}, {34, 42, 9}}

func leaves(x, y float64) shade {
	cx, cy := trunkX(50), 50.0
	for _, l := range fronds {
		length := math.Hypot(l[0], l[1])
		ux, uy := l[0]/length, l[1]/length
		along := (x-cx)*ux + (y-cy)*uy
		t := along / length
		if t < 0 || t > 1 {
			continue
		}
		across := (y-cy)*ux - (x-cx)*uy - math.Copysign(1, ux)*9*t*(1-t)*-1.6
		if width := l[2] * 0.75 * math.Sin(math.Pi*math.Pow(t, 0.6)); math.Abs(across) < width {
			return mix(rgb(0x2f8f4a), rgb(0x9fe070), 0.5+across/(2*width)*-math.Copysign(1, ux))
		}
	}
	if math.Hypot(x-cx+3, y-cy-5) < 5 || math.Hypot(x-cx-5, y-cy-6) < 5 {
		return rgb(0x6a4028)
	}
	return shade{}
}
