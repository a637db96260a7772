// Turns a highlight's colour into CSS rules. The colour may be any #RRGGBB (specification section 3), so each theme
// mixes the colour with its paper until words on it are readable. A colour gets its rules when it is first used.

/**
 * The colours of each theme, copied from tokens.css (a test compares them). Red letters (`danger`) contrast least with
 * the paper.
 */
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
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const channel = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share)
  return [channel(0), channel(1), channel(2)]
}

/** Relative luminance, from 0 to 1 (WCAG 2). */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** The contrast of two colours (#RRGGBB), from 1 to 21 (WCAG 2). */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
/** The colour of red letters in a theme (scripture.css). */
export const redInk = (theme: Theme): string => {
  const { danger, ink } = THEME_INKS[theme]
  return hexOf(mix(rgbOf(danger), rgbOf(ink), 0.78))
}

/** The least contrast of words with their background (WCAG 2, AA). */
const LEAST_CONTRAST = 4.5

/** The colour with the same hue, more saturated. A pale colour that is only darkened would turn grey. */
const deepened = (rgb: Rgb): Rgb => {
  const whiteness = 0.7 * Math.min(...rgb)
  const most = Math.max(...rgb)
  const scale = most > whiteness ? most / (most - whiteness) : 1
  const channel = (at: 0 | 1 | 2) => (rgb[at] - whiteness) * scale
  return [channel(0), channel(1), channel(2)]
}

/** The largest share of the highlight's colour in the mix with the paper, in percent. */
const STRENGTH = 38
/** The least contrast of an underline with the paper. */
const LINE_CONTRAST = 2

/**
 * Mixes the colour, deepened, into the theme's paper or ink. `share`: the largest share of the colour, in percent. The
 * share is lowered until `fits` accepts the mix. If `fits` accepts no mix, the result is the paper or ink alone.
 */
const blended = (
  color: string,
  onto: string,
  { share, fits }: { share: number; fits: (mixed: string) => boolean },
): string => {
  const strong = deepened(rgbOf(color))
  for (let percent = share; percent > 0; percent -= 2) {
    // The rounded colour is checked, because rounding may cost the last hundredth of contrast.
    const mixed = hexOf(mix(strong, rgbOf(onto), percent / 100))
    if (fits(mixed)) return mixed
  }
  return onto
}

/**
 * The background that a theme shows for a colour (#RRGGBB): mixed at STRENGTH, or weaker if words would not be
 * readable.
 */
export const shownColor = (color: string, theme: Theme): string => {
  const { paper, ink } = THEME_INKS[theme]
  const fits = (mixed: string) => [ink, redInk(theme)].every((one) => contrastOf(one, mixed) >= LEAST_CONTRAST)
  return blended(color, paper, { share: STRENGTH, fits })
}

/** The colour of an underline in a theme: mixed with paper, or, if the line would be too pale, with enough ink. */
export const lineColor = (color: string, theme: Theme): string => {
  const { paper, ink } = THEME_INKS[theme]
  const fits = (mixed: string) => contrastOf(mixed, paper) >= LINE_CONTRAST
  const soft = hexOf(mix(deepened(rgbOf(color)), rgbOf(paper), 0.7))
  return fits(soft) ? soft : blended(color, ink, { share: 100, fits })
}

const STYLES = {
  highlight: (color: string, theme: Theme) => `background-color: ${shownColor(color, theme)}`,
  underline: (color: string, theme: Theme) =>
    `text-decoration: underline 0.14em ${lineColor(color, theme)}; text-underline-offset: 0.22em`,
}

/** The CSS rules for elements with `name` in `data-paint`. `within`: a further selector that the root must match. */
const rulesOf = (name: string, within: string, style: keyof typeof STYLES, color: string): string[] =>
  (['light', 'sepia', 'dark'] as const).map((theme) => {
    const root = theme === 'light' ? `:root${within}` : `:root[data-theme='${theme}']${within}`
    const rule = `${root} [data-paint~='${name}'] { ${STYLES[style](color, theme)} }`
    // Print always uses the light theme.
    return theme === 'light' ? rule : `@media screen { ${rule} }`
  })

const paintsWithRules = new Set<string>()
let sheet: CSSStyleSheet | null = null

const addRules = (prefix: string, within: string, style: keyof typeof STYLES, color: string): string => {
  const name = `${prefix}-${color.slice(1).toLowerCase()}`
  if (paintsWithRules.has(name) || typeof document === 'undefined') return name
  paintsWithRules.add(name)
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  for (const rule of rulesOf(name, within, style, color)) sheet.insertRule(rule, sheet.cssRules.length)
  return name
}

/**
 * Adds the CSS rules of a colour (#RRGGBB) in a style if they are missing. Returns the paint's name, for a `VersePaint`
 * or an element's `data-paint`.
 */
export const paintOf = (color: string, style: keyof typeof STYLES = 'highlight'): string =>
  addRules(style, '', style, color)
/**
 * Like `paintOf`, for a highlight made in another version. The paint shows only if the reader has chosen so
 * (appearance.ts).
 */
export const otherVersionPaintOf = (color: string): string =>
  addRules('elsewhere', "[data-text~='other-highlights']", 'highlight', color)
