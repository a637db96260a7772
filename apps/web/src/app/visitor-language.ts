import { isLanguage, type Language } from '../locales/words.ts'

/** The first of them that a header such as `ko-KR,ko;q=0.9,en;q=0.8` asks for, by weight; null when it asks for neither. */
const acceptedLanguage = (header: string): Language | null => {
  const asked = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((found) => found !== undefined)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter((one): one is { language: Language; weight: number } => isLanguage(one.language) && one.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return asked[0]?.language ?? null
}

/**
 * The language that somebody wants a page in: what they chose (the cookie `language`), else what their browser asks for.
 * Null where nothing says so, as with search engines.
 */
export const visitorLanguage = (chosen: string | undefined, accepted: string | undefined): Language | null => {
  if (isLanguage(chosen)) return chosen
  if (accepted === undefined || accepted.trim() === '' || accepted.trim() === '*') return null
  // Whoever asks for languages that we have not gets English.
  return acceptedLanguage(accepted) ?? 'en'
}
