package paint_test

import (
	"image"
	"testing"

	"github.com/tactus-go/tactus/examples/ebitengine/internal/paint"
)

func TestEveryPictureHasSomethingOnIt(t *testing.T) {
	for name, img := range map[string]*image.RGBA{
		"sky":    paint.Sky(540, 0x1b2a6b, 0x6a6fb8, 0xf7b092),
		"ball":   paint.Ball(24, 0x802000, 0xffc060),
		"glow":   paint.Glow(50, 0xffffff),
		"cloud":  paint.Cloud(180, 90),
		"hills":  paint.Hills(480, 120, 1, 0x203060, 0x102040),
		"island": paint.Island(),
	} {
		colours := map[[4]byte]bool{}
		for i := 0; i < len(img.Pix); i += 4 {
			colours[[4]byte(img.Pix[i:i+4])] = true
			if a := img.Pix[i+3]; img.Pix[i] > a || img.Pix[i+1] > a || img.Pix[i+2] > a {
				t.Fatalf("%s: pixel %d is brighter than it covers: %v", name, i/4, img.Pix[i:i+4])
			}
		}
		if len(colours) < 40 {
			t.Errorf("%s has %d colours", name, len(colours))
		}
	}
}

func TestOnlyTheBallIsRedderThanBlue(t *testing.T) {
	ball := paint.Ball(24, 0x802000, 0xffc060)
	if c := ball.RGBAAt(26, 26); c.R < c.B+100 {
		t.Errorf("the ball's middle is %v", c)
	}
	for name, img := range map[string]*image.RGBA{
		"cloud": paint.Cloud(180, 90), "hills": paint.Hills(480, 120, 1, 0x203060, 0x102040)} {
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] > img.Pix[i+2] {
				t.Fatalf("%s: pixel %d is %v", name, i/4, img.Pix[i:i+4])
			}
		}
	}
}
