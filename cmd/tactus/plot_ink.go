package main

import "image/color"

// The inks of a picture. Those of series are Okabe's and Ito's, which people of any colour vision can
// tell apart, without the yellow, which is too pale for lines on white.
var (
	plotInks = []color.NRGBA{
		{0x00, 0x72, 0xB2, 255}, {0xD5, 0x5E, 0x00, 255}, {0x00, 0x9E, 0x73, 255}, {0xCC, 0x79, 0xA7, 255},
		{0xE6, 0x9F, 0x00, 255}, {0x56, 0xB4, 0xE9, 255}, {0x00, 0x00, 0x00, 255},
	}
	plotText  = color.NRGBA{0x1A, 0x1A, 0x1A, 255}
	plotQuiet = color.NRGBA{0x59, 0x59, 0x59, 255} // 7:1 on white
	plotRule  = color.NRGBA{0xE3, 0xE3, 0xE3, 255}
	plotEdge  = color.NRGBA{0x8C, 0x8C, 0x8C, 255}
	plotWarn  = color.NRGBA{0xA0, 0x2C, 0x00, 255}
)

// plotDashes tell lines apart besides their colour, for prints without any.
var plotDashes = [][]float64{nil, {7, 3}, {2, 2}, {9, 3, 2, 3}, {4, 2}, {12, 3}, {1, 3}}

// bandInks are the grounds of tags, in turn: neighbours differ, and a line is as clear on each.
var bandInks = []color.NRGBA{
	{0xE8, 0xF1, 0xF8, 255}, {0xFB, 0xF0, 0xE2, 255}, {0xE9, 0xF5, 0xEF, 255},
	{0xF6, 0xEC, 0xF2, 255},
}
