// How a highlight's colour looks. It may be any (specification section 3), so it is drawn on the paper of each theme as strongly
// as the words on it stay readable. `::highlight()` takes no custom property that belongs to a range, so each colour
// has rules of its own, made when it is first needed.

/** A theme as far as words on a colour go: from tokens.css, which a test compares. Red letters are the palest ink there is. */
export const THEME_INKS = {
  light: { paper: '#fbfaf7', ink: '#1d2127', danger: '#b3261e' },
  sepia: { paper: '#f4ecd8', ink: '#362a1c', danger: '#9d2219' },
  dark: { paper: '#14161a', ink: '#e8e6e0', danger: '#ff9a91' },
} as const
type Theme = keyof typeof THEME_INKS

type Rgb = readonly [number, number, number]
const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share)
  return [part(0), part(1), part(2)]
}

/** Relative luminance (WCAG 2). */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: Rgb, other: Rgb): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Between two colours, from 1 to 21 (WCAG 2). Both are #RRGGBB. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other))
/** The colour of red letters in a theme (scripture.css). */
export const redInk = (theme: Theme): string => {
  const { danger, ink } = THEME_INKS[theme]
  return hexOf(mix(rgbOf(danger), rgbOf(ink), 0.78))
}

/** The least contrast between words and what is behind them (WCAG 2, AA). */
const LEAST_CONTRAST = 4.5

/** The same hue as strong as a dark page takes it: a pale colour that is only darkened is grey. */
const deepened = (rgb: Rgb): Rgb => {
  const whiteness = 0.7 * Math.min(...rgb)
  const most = Math.max(...rgb)
  const scale = most > whiteness ? most / (most - whiteness) : 1
  const part = (at: 0 | 1 | 2) => (rgb[at] - whiteness) * scale
  return [part(0), part(1), part(2)]
}

/** A colour (#RRGGBB) as a theme shows it behind words: as it is, or so far mixed with the paper that they can be read. */
export const shownColor = (color: string, theme: Theme): string => {
  const { paper, ink } = THEME_INKS[theme]
  const inks = [rgbOf(ink), rgbOf(redInk(theme))]
  const strong = theme === 'dark' ? deepened(rgbOf(color)) : rgbOf(color)
  for (let share = 100; share > 0; share -= 2) {
    const shown = mix(strong, rgbOf(paper), share / 100)
    // Rounded as it will be: a hundredth too little is too little.
    if (inks.every((one) => contrast(one, rgbOf(hexOf(shown))) >= LEAST_CONTRAST)) return hexOf(shown)
  }
  return paper
}

/** The rules of a colour: by the browser's own highlights, and by elements of that `data-paint`. */
const rulesOf = (name: string, within: string, color: string): string[] =>
  (['light', 'sepia', 'dark'] as const).flatMap((theme) => {
    const of = theme === 'light' ? `:root${within}` : `:root[data-theme='${theme}']${within}`
    const look = `{ background-color: ${shownColor(color, theme)} }`
    // On paper it is always the light theme.
    const rule = (selector: string) =>
      theme === 'light' ? `${selector} ${look}` : `@media screen { ${selector} ${look} }`
    return [rule(`${of} ::highlight(${name})`), rule(`${of} [data-paint~='${name}']`)]
  })

const known = new Set<string>()
let sheet: CSSStyleSheet | null = null

const paintedBy = (name: string, within: string, color: string): string => {
  if (known.has(name) || typeof document === 'undefined') return name
  known.add(name)
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  for (const rule of rulesOf(name, within, color))
    try {
      sheet.insertRule(rule, sheet.cssRules.length)
    } catch {
      // A browser that does not know ::highlight() takes the other rule.
    }
  return name
}

/** The name by which a colour (#RRGGBB) is painted: of a `VersePaint`, or as `data-paint` of an element. */
export const paintOf = (color: string): string => paintedBy(`highlight-${color.slice(1).toLowerCase()}`, '', color)
/** The same for what is highlighted in another version's words: seen where the reader wants it (look/appearance.ts). */
export const elsewherePaintOf = (color: string): string =>
  paintedBy(`elsewhere-${color.slice(1).toLowerCase()}`, "[data-text~='other-highlights']", color)
