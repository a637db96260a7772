import { deviceStorage } from '../device/device-storage.ts'
import italicLetters from './italic-letters.css?url'
import koreanLetters from './korean-letters.css?url'

// The app's fonts never delay a page and never move its text. The first page uses the letters that are there at once:
// the Latin ones if they come in time (slanted where they should be italic), and the system's Korean ones. Letters that
// come later are used from the next page on. From the next visit on they are there at once (public/before-scripts.js).

/** Under this key the device keeps the addresses of its further letters' stylesheets, with blanks between them. */
const KEY = 'letters'
const HANGUL = /[가-힣]/
/** What is set in letters of ours. */
const SET = '.scripture, .font-scripture, .rich-text'

/** Loaded, to be used from the next page on. */
let ready: FontFace[] = []
/** The files that were made faces of, by `src`. */
const known = new Set<string>()

const isFontFace = (rule: CSSRule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule
const faceRules = (sheet: CSSStyleSheet): CSSFontFaceRule[] => [...sheet.cssRules].filter(isFontFace)

/** The same letters as those of a rule, but used whenever they come. */
const faceOf = ({ style }: CSSFontFaceRule): FontFace => {
  const of = (name: string, otherwise: string) => style.getPropertyValue(name) || otherwise
  return new FontFace(of('font-family', '').replace(/["']/g, ''), of('src', ''), {
    style: of('font-style', 'normal'),
    weight: of('font-weight', 'normal'),
    unicodeRange: of('unicode-range', 'U+0-10FFFF'),
    display: 'swap',
  })
}

/** Whether a text has characters of the rule's `unicode-range` (ranges of hexadecimal numbers). */
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

/** A stylesheet of letters that is not applied: what it names is fetched by us. */
const openSheet = (address: string): Promise<CSSStyleSheet | null> => {
  const link = document.createElement('link')
  return new Promise((resolve) => {
    link.onload = () => resolve(link.sheet)
    // Without it the page shows other letters. That is no fault to report.
    link.onerror = () => resolve(null)
    Object.assign(link, { rel: 'stylesheet', media: 'not all', href: address })
    document.head.append(link)
  })
}
const opened = new Map<string, Promise<CSSStyleSheet | null>>()

const fetchFaces = async (rules: readonly CSSFontFaceRule[]): Promise<void> => {
  for (const rule of rules) {
    const source = rule.style.getPropertyValue('src')
    if (known.has(source)) continue
    known.add(source)
    await faceOf(rule)
      .load()
      .then((face) => ready.push(face))
      .catch(() => known.delete(source))
  }
}

/** Fetches the letters of what the page shows, once nothing else is to be done. */
export const fetchLetters = async (): Promise<void> => {
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  const late = [...document.styleSheets]
    .filter(({ href }) => href?.startsWith(location.origin))
    .flatMap(faceRules)
    .filter(({ style }) =>
      loaded.some(
        (face) =>
          face.unicodeRange === style.getPropertyValue('unicode-range') &&
          face.style === (style.getPropertyValue('font-style') || 'normal'),
      ),
    )
  await fetchFaces(late)

  const text = [...document.querySelectorAll(SET)].map((one) => one.textContent).join('')
  const points = new Set([...text].map((character) => character.codePointAt(0) ?? 0))
  if (HANGUL.test(text)) await fetchBesides(koreanLetters, points)
  const slanted = [...document.querySelectorAll(`:is(${SET}) *`)]
  if (slanted.some((one) => getComputedStyle(one).fontStyle === 'italic')) await fetchBesides(italicLetters, points)
}

/** Fetches those letters of a stylesheet that a text has, and has them there at once on the next visit. */
const fetchBesides = async (address: string, points: ReadonlySet<number>): Promise<void> => {
  // Applied already: the browser fetches what it lacks.
  if (document.querySelector(`link[href='${address}']:not([media])`)) return
  const opening = opened.get(address) ?? openSheet(address)
  opened.set(address, opening)
  const rules = faceRules((await opening) ?? new CSSStyleSheet())
  await fetchFaces(rules.filter(({ style }) => shows(points, style.getPropertyValue('unicode-range'))))
  if (rules.length === 0) return
  const kept = deviceStorage.get(KEY)?.split(' ')
  const now = [koreanLetters, italicLetters].filter((one) => one === address || kept?.includes(one))
  deviceStorage.set(KEY, now.join(' '))
}

/** Another page begins. It uses the letters that are here by now. */
export const takeLetters = (): void => {
  for (const face of ready) document.fonts.add(face)
  ready = []
}
