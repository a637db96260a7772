import type { i18n as I18n } from 'i18next'

/**
 * The longest value, in UTF-16 units, with which a translation is cached. Longer values, such as a person's own words,
 * seldom repeat.
 */
const SHORT = 8
/** The most translations in each language's cache. A full cache is cleared. */
const MOST = 4_000

/**
 * The cache key of a translation key with its values, such as a verse's number. Null if the translation should not be
 * cached.
 */
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

type Say = (key: string, values?: object) => unknown

const once = (say: Say): Say => {
  const cache = new Map<string, unknown>()
  const sayOnce: Say = (key, values) => {
    const name = nameOf(key, values)
    const cached = name === null ? undefined : cache.get(name)
    if (cached !== undefined) return cached
    const words = say(key, values)
    // A key without words translates to itself. It is not cached, because its words may still load.
    if (name !== null && words !== key) {
      if (cache.size >= MOST) cache.clear()
      cache.set(name, words)
    }
    return words
  }
  return Object.assign(sayOnce, say)
}

/**
 * Makes an instance cache its translations, because i18next is slow and a chapter needs hundreds of words. The same key
 * with the same values always gives the same words, because there is one namespace.
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
