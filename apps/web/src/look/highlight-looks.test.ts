import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_HIGHLIGHT_COLOR, HIGHLIGHT_COLORS } from '@pathlight/contracts/highlight-rules.ts'
import { describe, expect, it } from 'vitest'
import { contrastOf, lineColor, redInk, shownColor, THEME_INKS } from './highlight-looks.ts'

const THEMES = ['light', 'sepia', 'dark'] as const
const OFFERED = [...Object.values(HIGHLIGHT_COLORS), DEFAULT_HIGHLIGHT_COLOR]

describe('a highlight’s colour', () => {
  const any = ['#ffff00', '#000000', '#ffffff', '#ff0000', '#0000ff', '#1d2127', '#808080', ...OFFERED]

  it.each(THEMES)('leaves words and red letters readable on it, whatever it is, in the theme %s', (theme) => {
    for (const color of any) {
      const background = shownColor(color, theme)
      expect(contrastOf(background, THEME_INKS[theme].ink), color).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(background, redInk(theme)), color).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(THEMES)('is told from the paper and from the others that are offered in the theme %s', (theme) => {
    const backgrounds = OFFERED.map((color) => shownColor(color, theme))
    expect(new Set([...backgrounds, THEME_INKS[theme].paper]).size).toBe(OFFERED.length + 1)
  })

  it.each(THEMES)('is softer than the words, and its underline is told from the paper, in the theme %s', (theme) => {
    const { paper, ink } = THEME_INKS[theme]
    for (const color of OFFERED) {
      expect(contrastOf(shownColor(color, theme), paper), color).toBeLessThan(contrastOf(shownColor(color, theme), ink))
      expect(contrastOf(lineColor(color, theme), paper), color).toBeGreaterThanOrEqual(2)
    }
    expect(shownColor('#ffe066', 'light')).toBe('#fdeca9')
  })

  it('does not glare as an underline in the dark', () => {
    for (const color of OFFERED)
      expect(contrastOf(lineColor(color, 'dark'), THEME_INKS.dark.paper), color).toBeLessThan(8)
  })

  it('is reckoned with the inks and papers of the themes', () => {
    const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
    for (const theme of THEMES) {
      const block = tokens.slice(tokens.indexOf(`[data-theme='${theme}']`))
      for (const [name, value] of Object.entries(THEME_INKS[theme]))
        expect(new RegExp(`--${name}: (#\\w+)`).exec(block)?.[1], `${theme} ${name}`).toBe(value)
    }
  })
})
