import { normalForm } from '@pathlight/scripture/normal-form.ts'
import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul'
import leven from 'leven'
import { tokenize } from './tokens.ts'

/** More misspelt words than this are no misspelling, but another language. */
const MISSPELT_MAX = 2
/** Longer than any word of a Bible (Mahershalalhashbaz), in letters. */
const LONGEST_WORD = 24

/** How many letters of a word may be wrong. */
const mayBeWrong = (word: string): number => (word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3)

/** Which of the letters a to z a word has, a bit each: words that share few of them need not be compared. */
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
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Names words by how near they are to a misspelt one: fewest wrong letters, then the same first letter, then the most common. */
export const openSpelling = (words: ReadonlyMap<string, number>) => {
  const known = [...words].map(([word, count]) => ({ word, count, letters: lettersOf(word) }))
  return (misspelt: string): string | null => {
    const most = mayBeWrong(misspelt)
    const letters = lettersOf(misspelt)
    let best: { word: string; wrong: number; first: boolean; count: number } | null = null
    for (const { word, count, letters: of } of known) {
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

/** A query with each English word that no text has replaced by the nearest that one has; null when there is none to replace. */
export const respelt = (
  query: string,
  words: ReadonlyMap<string, number>,
  nearest: (word: string) => string | null,
): string | null => {
  const misspelt = tokenize(query).filter(
    ({ kind, form }) => kind === 'word' && /^[a-z']{3,}$/.test(form) && form.length <= LONGEST_WORD && !words.has(form),
  )
  if (misspelt.length === 0 || misspelt.length > MISSPELT_MAX) return null
  let mended = ''
  let read = 0
  for (const { form, start, end } of misspelt) {
    const word = nearest(form)
    if (word === null) return null
    mended += query.slice(read, start) + word
    read = end
  }
  return mended + query.slice(read)
}

/** The longest that is read as typed with the other keyboard: a few words. The conversion's time grows with the square. */
const LONGEST_TYPED = 60

/** The library throws at letters that begin with two vowels (hoz): they are no Korean. */
const hangulOf = (typed: string): string | null => {
  try {
    return convertQwertyToHangul(typed)
  } catch {
    return null
  }
}

/**
 * What was typed with the other keyboard, Korean or English, as it was meant; null when it makes no words.
 * @param typed as it was typed: NFKC would make other letters of the single ones (ㄴ)
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
