import type { i18n as I18n } from 'i18next'

/** Longer values, as what people wrote or how a passage is called, seldom come again. In UTF-16 units. */
const SHORT = 8
/** So many sayings are kept for each language; then it begins anew. */
const MOST = 4_000

/** Names what is said of a key with values, such as the number of a verse; null where it is not worth keeping. */
const nameOf = (key: unknown, values: unknown): string | null => {
  if (typeof key !== 'string') return null
  if (values === undefined) return key
  if (typeof values !== 'object' || values === null) return null
  let name = key
  for (const [variable, value] of Object.entries(values)) {
    if (typeof value !== 'number' && !(typeof value === 'string' && value.length <= SHORT)) return null
    name += `\n${variable}\n${typeof value}\n${value}`
  }
  return name
}

/** As it is asked, whatever the key: that its words are here was checked where it is written. */
type Say = (key: string, values?: object) => unknown

const once = (say: Say): Say => {
  const said = new Map<string, unknown>()
  const sayOnce: Say = (key, values) => {
    const name = nameOf(key, values)
    const known = name === null ? undefined : said.get(name)
    if (known !== undefined) return known
    const words = say(key, values)
    // A key without words answers itself; its words may still come.
    if (name !== null && words !== key) {
      if (said.size >= MOST) said.clear()
      said.set(name, words)
    }
    return words
  }
  return Object.assign(sayOnce, say)
}

/**
 * Has an instance say each word once: i18next goes through all of its options each time, and a chapter says hundreds of words,
 * the same ones on every page. The same key with the same values is always the same words, for they come in one namespace.
 */
export const sayOnce = (i18n: I18n): void => {
  const fixed = i18n.getFixedT.bind(i18n) as (...asked: readonly unknown[]) => unknown
  const languages = new Map<string, Say>()
  const getFixedT = (...asked: readonly unknown[]): unknown => {
    const [language, , prefix] = asked
    if (typeof language !== 'string' || prefix) return fixed(...asked)
    const known = languages.get(language)
    if (known) return known
    const say = once(fixed(language) as Say)
    languages.set(language, say)
    return say
  }
  i18n.getFixedT = getFixedT as typeof i18n.getFixedT
}
