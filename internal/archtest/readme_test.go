//go:build !wasm

package archtest

import "testing"

func TestPagesInTwoLanguagesHaveTheSameCommandsAndFigures(t *testing.T) {
	holds(t, translationRule(translations))
}

func TestATranslationThatSaysOtherwiseIsCaught(t *testing.T) {
	const fence = "```"
	const english = "# Beat\n\n60 Hz in 1,600 ms, see [12](docs/0003.md).\n\n## Run\n\n" + fence + "sh\n" +
		"go run ./cmd/beat  # starts it\n" + fence + "\n\n| Hz | steps |\n|---|---|\n| 59.94 | 10,000 |\n"
	const chinese = "# 节拍\n\n1600 ms 内 60 Hz,见 [12](docs/0004.md)。\n\n## 运行\n\n" + fence + "sh\n" +
		"go run ./cmd/beat  # 启动\n" + fence + "\n\n| 赫兹 | 步数 |\n|---|---|\n| 59.94 | 10000 |\n"
	both := func(other string) sources { return sources{"README.md": english, "README.zh-CN.md": other} }
	readme := translationRule([][2]string{{"README.md", "README.zh-CN.md"}})
	finds(t, readme, both(chinese))
	for _, c := range []struct{ name, from, to, want string }{
		{"a figure", "| 59.94 |", "| 60 |",
			"README.zh-CN.md:5: the figures differ from those of README.md: only there [59.94], only here [60]"},
		{"a missing figure", "60 Hz", "Hz",
			"README.zh-CN.md:1: the figures differ from those of README.md: only there [60], only here []"},
		{"a command", "./cmd/beat", "./cmd/beet",
			`README.zh-CN.md:5: the fenced blocks differ from those of README.md: ["sh\ngo run ./cmd/beat"] there, ` +
				`["sh\ngo run ./cmd/beet"] here`},
		{"a heading", "## 运行", "运行", "README.zh-CN.md: 1 headings, and README.md has 2"},
		{"a heading's depth", "## 运行", "### 运行",
			`README.zh-CN.md:5: the heading is of another depth than "## Run" in README.md`},
	} {
		t.Run(c.name, func(t *testing.T) { finds(t, readme, both(replaceOnce(t, chinese, c.from, c.to)), c.want) })
	}
	finds(t, readme, sources{"README.md": english},
		"README.zh-CN.md: missing: README.md and README.zh-CN.md are both needed")
	finds(t, readme, sources{"README.zh-CN.md": chinese},
		"README.md: missing: README.md and README.zh-CN.md are both needed")
}
