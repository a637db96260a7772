import { deviceStorage } from '../device/device-storage.ts'
import italicLetters from './italic-letters.css?url'
import koreanLetters from './korean-letters.css?url'

// The app's fonts must neither delay a page nor move its text. A page uses the fonts that have loaded when it begins,
// and otherwise the system's. Fonts that load later are used from the next page on; on the next visit
// public/before-scripts.js applies them at once.

/** The key in local storage for the addresses of the Korean and italic fonts' stylesheets, separated by blanks. */
const KEY = 'letters'
const HANGUL = /[가-힣]/
/** The elements that use the app's own fonts. */
const APP_TEXT = '.scripture, .font-scripture, .rich-text'

/** Fonts that have loaded and are used from the next page on. */
let loadedFonts: FontFace[] = []
/** The `src` of each font that is loading or has loaded. */
const requested = new Set<string>()

const isFontFace = (rule: CSSRule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule
const faceRules = (sheet: CSSStyleSheet): CSSFontFaceRule[] => [...sheet.cssRules].filter(isFontFace)

/** The font of a rule. `display: swap` lets the browser use the font whenever it loads. */
const faceOf = ({ style }: CSSFontFaceRule): FontFace => {
  const of = (name: string, otherwise: string) => style.getPropertyValue(name) || otherwise
  return new FontFace(of('font-family', '').replace(/["']/g, ''), of('src', ''), {
    style: of('font-style', 'normal'),
    weight: of('font-weight', 'normal'),
    unicodeRange: of('unicode-range', 'U+0-10FFFF'),
    display: 'swap',
  })
}

/** Whether a text (code points) has characters in a `unicode-range` (ranges of hexadecimal numbers). */
export const shows = (text: ReadonlySet<number>, unicodeRange: string): boolean =>
  unicodeRange.split(',').some((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice(2)
      .split('-')
      .map((end) => Number.parseInt(end, 16))
    if (to - from > text.size) return [...text].some((point) => from <= point && point <= to)
    for (let point = from; point <= to; point += 1) if (text.has(point)) return true
    return false
  })

/** Loads a stylesheet of fonts without applying it. The browser would otherwise choose which font files to fetch. */
const openSheet = (address: string): Promise<CSSStyleSheet | null> => {
  const link = document.createElement('link')
  return new Promise((resolve) => {
    link.onload = () => resolve(link.sheet)
    // Without the stylesheet the page shows the system's fonts, which is no error.
    link.onerror = () => resolve(null)
    Object.assign(link, { rel: 'stylesheet', media: 'not all', href: address })
    document.head.append(link)
  })
}
const opened = new Map<string, Promise<CSSStyleSheet | null>>()

const fetchFaces = async (rules: readonly CSSFontFaceRule[]): Promise<void> => {
  for (const rule of rules) {
    const source = rule.style.getPropertyValue('src')
    if (requested.has(source)) continue
    requested.add(source)
    await faceOf(rule)
      .load()
      .then((face) => loadedFonts.push(face))
      .catch(() => requested.delete(source))
  }
}

/** Fetches the font files that the page's text needs. Call it when the page is idle. */
export const fetchLetters = async (): Promise<void> => {
  const inUse = [...document.fonts].filter(({ status }) => status === 'loaded')
  const late = [...document.styleSheets]
    .filter(({ href }) => href?.startsWith(location.origin))
    .flatMap(faceRules)
    .filter(({ style }) =>
      inUse.some(
        (face) =>
          face.unicodeRange === style.getPropertyValue('unicode-range') &&
          face.style === (style.getPropertyValue('font-style') || 'normal'),
      ),
    )
  await fetchFaces(late)

  const text = [...document.querySelectorAll(APP_TEXT)].map((one) => one.textContent).join('')
  const points = new Set([...text].map((character) => character.codePointAt(0) ?? 0))
  if (HANGUL.test(text)) await fetchFurther(koreanLetters, points)
  const slanted = [...document.querySelectorAll(`:is(${APP_TEXT}) *`)]
  if (slanted.some((one) => getComputedStyle(one).fontStyle === 'italic')) await fetchFurther(italicLetters, points)
}

/** Fetches those fonts of a stylesheet that a text needs, and saves the stylesheet's address for the next visit. */
const fetchFurther = async (address: string, points: ReadonlySet<number>): Promise<void> => {
  // The stylesheet is applied already, so the browser itself fetches the missing fonts.
  if (document.querySelector(`link[href='${address}']:not([media])`)) return
  const opening = opened.get(address) ?? openSheet(address)
  opened.set(address, opening)
  const rules = faceRules((await opening) ?? new CSSStyleSheet())
  await fetchFaces(rules.filter(({ style }) => shows(points, style.getPropertyValue('unicode-range'))))
  if (rules.length === 0) return
  const saved = deviceStorage.get(KEY)?.split(' ')
  const addresses = [koreanLetters, italicLetters].filter((one) => one === address || saved?.includes(one))
  deviceStorage.set(KEY, addresses.join(' '))
}

/** Applies the fonts that have loaded by now. Call it when another page begins. */
export const takeLetters = (): void => {
  for (const face of loadedFonts) document.fonts.add(face)
  loadedFonts = []
}
