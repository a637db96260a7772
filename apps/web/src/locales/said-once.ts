import type { i18n as I18n } from 'i18next'

/**
 * The longest value, in UTF-16 units, with which a translation is cached. Longer ones, such as people's own words or a passage's
 * name, seldom repeat.
 */
const SHORT = 8
/** The most translations kept for each language; then the cache is cleared. */
const MOST = 4_000

/** The cache key of a translation key with values, such as a verse's number; null if it should not be cached. */
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

/** A translation function without i18next's key types, which are checked where the keys are written. */
type Say = (key: string, values?: object) => unknown

const once = (say: Say): Say => {
  const cache = new Map<string, unknown>()
  const sayOnce: Say = (key, values) => {
    const name = nameOf(key, values)
    const cached = name === null ? undefined : cache.get(name)
    if (cached !== undefined) return cached
    const words = say(key, values)
    // A missing key translates to itself; its words may still load.
    if (name !== null && words !== key) {
      if (cache.size >= MOST) cache.clear()
      cache.set(name, words)
    }
    return words
  }
  return Object.assign(sayOnce, say)
}

/**
 * Makes an instance cache its translations: i18next processes all its options each time, and a chapter needs hundreds
 * of words, the same ones on every page. The same key with the same values always gives the same words, because there
 * is one namespace.
 */
export const sayOnce = (i18n: I18n): void => {
  const fixed = i18n.getFixedT.bind(i18n) as (...asked: readonly unknown[]) => unknown
  const languages = new Map<string, Say>()
  const getFixedT = (...asked: readonly unknown[]): unknown => {
    const [language, , prefix] = asked
    if (typeof language !== 'string' || prefix) return fixed(...asked)
    const cached = languages.get(language)
    if (cached) return cached
    const say = once(fixed(language) as Say)
    languages.set(language, say)
    return say
  }
  i18n.getFixedT = getFixedT as typeof i18n.getFixedT
}
