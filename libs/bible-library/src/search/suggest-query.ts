import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'
import leven from 'leven'
import { tokenize } from './tokens.ts'

/** A query with more unknown words is probably in another language, and is not corrected. */
const MISSPELT_MAX = 2
/** The longest word that is corrected, in letters. The longest word of a Bible is shorter (Mahershalalhashbaz). */
const LONGEST_WORD = 24

/** The greatest edit distance of a correction, by the word's length. */
const maxDistance = (word: string): number => (word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3)

/** The letters a to z of a word as a bit set. Words with very different sets need no exact comparison. */
const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97
    if (letter >= 0 && letter < 26) letters |= 1 << letter
  }
  return letters
}
const bitsIn = (bits: number): number => {
  let count = 0
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++
  return count
}

/**
 * Answers a function that finds the nearest word: the word with the fewest wrong letters, on a tie a word with the same
 * first letter, then the most common word.
 */
export const openSpelling = (words: ReadonlyMap<string, number>) => {
  const dictionary = [...words].map(([word, count]) => ({ word, count, letters: lettersOf(word) }))
  return (misspelt: string): string | null => {
    const most = maxDistance(misspelt)
    const letters = lettersOf(misspelt)
    let best: { word: string; wrong: number; first: boolean; count: number } | null = null
    for (const { word, count, letters: of } of dictionary) {
      if (Math.abs(word.length - misspelt.length) > most || bitsIn(of ^ letters) > 2 * most) continue
      const wrong = leven(word, misspelt, { maxDistance: most + 1 })
      if (wrong > most || (best !== null && wrong > best.wrong)) continue
      const first = word[0] === misspelt[0]
      const nearer = best === null || wrong < best.wrong || (first !== best.first ? first : count > best.count)
      if (nearer) best = { word, wrong, first, count }
    }
    return best?.word ?? null
  }
}

/**
 * Replaces each English word that no text has by the nearest word. Null if there is no such word, if there are too
 * many, or if one has no near word.
 */
export const respelt = (
  query: string,
  words: ReadonlyMap<string, number>,
  nearest: (word: string) => string | null,
): string | null => {
  const misspelt = tokenize(query).filter(
    ({ kind, form }) => kind === 'word' && /^[a-z']{3,}$/.test(form) && form.length <= LONGEST_WORD && !words.has(form),
  )
  if (misspelt.length === 0 || misspelt.length > MISSPELT_MAX) return null
  let corrected = ''
  let last = 0
  for (const { form, start, end } of misspelt) {
    const word = nearest(form)
    if (word === null) return null
    corrected += query.slice(last, start) + word
    last = end
  }
  return corrected + query.slice(last)
}

/** The longest query that is converted, in UTF-16 units. The conversion takes quadratic time. */
const LONGEST_TYPED = 60

/** The Korean text of typed letters. Null for letters that begin with two vowels (hoz): the library throws for them. */
const hangulOf = (typed: string): string | null => {
  try {
    return convertQwertyToHangul(typed)
  } catch {
    return null
  }
}

/**
 * Converts a query that was typed on the wrong keyboard, Korean or English. Null if the query is too long, or the
 * result is not made of letters.
 * @param typed the query as typed; NFKC would replace single letters (ㄴ) by others
 */
export const typedOtherwise = (typed: string): string | null => {
  const query = normalForm(typed, 'NFC').trim()
  if (query.length > LONGEST_TYPED) return null
  if (/[ㄱ-ㅣ가-힣]/.test(query)) {
    const english = convertHangulToQwerty(query).toLowerCase()
    return /^[a-z' ]+$/.test(english) ? english : null
  }
  if (!/^[a-z ]+$/i.test(query)) return null
  const korean = hangulOf(query)
  return korean !== null && /^[가-힣 ]+$/.test(korean) ? korean : null
}
