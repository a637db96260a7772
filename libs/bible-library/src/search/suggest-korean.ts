import { suggestBook } from '@pathlight/scripture/suggest-book.ts'
import { withoutParticle } from './korean-particles.ts'
import { type Token, tokenize } from './tokens.ts'

// A Hangul syllable in Unicode has one of 19 first consonants, 21 vowels, and 28 last consonants, of which one means
// none.
const FIRST_SYLLABLE = 0xac00
const [FIRSTS, VOWELS, LASTS] = [19, 21, 28]

/** The longest word that is corrected, in syllables. Nearly every word of a Bible is shorter (느부갓네살, 에스겔서에서). */
const LONGEST_WORD = 8
/** The most corrections of one word that are searched. */
const CANDIDATES_MAX = 200

/**
 * Groups of vowels that sound alike: ㅐ ㅔ, ㅒ ㅖ ㅔ, ㅘ ㅏ, ㅙ ㅚ ㅞ, ㅡ ㅜ, ㅢ ㅣ ㅡ, ㅑ ㅏ, ㅕ ㅓ, ㅛ ㅗ, ㅠ ㅜ. A number is the
 * vowel's index in Unicode order.
 */
const ALIKE: readonly (readonly number[])[] = [
  [1, 5],
  [3, 7, 5],
  [9, 0],
  [10, 11, 15],
  [18, 13],
  [19, 20, 18],
  [2, 0],
  [6, 4],
  [12, 8],
  [17, 13],
]

const partsOf = (syllable: string) => {
  const code = syllable.charCodeAt(0) - FIRST_SYLLABLE
  return {
    first: Math.floor(code / (VOWELS * LASTS)),
    vowel: Math.floor(code / LASTS) % VOWELS,
    last: code % LASTS,
  }
}
const syllableOf = (first: number, vowel: number, last: number): string =>
  String.fromCharCode(FIRST_SYLLABLE + (first * VOWELS + vowel) * LASTS + last)

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

const oneLetterOff = (syllable: string): string[] => {
  const { first, vowel, last } = partsOf(syllable)
  return [
    ...upTo(VOWELS).map((other) => syllableOf(first, other, last)),
    ...upTo(FIRSTS).map((other) => syllableOf(other, vowel, last)),
    ...upTo(LASTS).map((other) => syllableOf(first, vowel, other)),
  ].filter((other) => other !== syllable)
}
const soundingAlike = (syllable: string): string[] => {
  const { first, vowel, last } = partsOf(syllable)
  const others = ALIKE.filter((vowels) => vowels.includes(vowel)).flat()
  return [...new Set(others)].filter((other) => other !== vowel).map((other) => syllableOf(first, other, last))
}

/** The Korean words of a query that can be corrected: 2 to 8 syllables. */
export const koreanWords = (query: string): readonly Token[] =>
  tokenize(query).filter(({ form }) => /^[가-힣]+$/.test(form) && form.length >= 2 && form.length <= LONGEST_WORD)

const withSyllables = (word: string, changes: Readonly<Record<number, string>>): string =>
  Array.from(word, (syllable, at) => changes[at] ?? syllable).join('')

/**
 * Two lists of candidates: words with one changed letter, and words with two vowels replaced by similar ones. `at`: the
 * index of the first changed syllable.
 */
const changedIn = (word: string) => {
  const places = upTo(word.length)
  const one = places.flatMap((at) =>
    oneLetterOff(word.charAt(at)).map((syllable) => ({ at, changed: withSyllables(word, { [at]: syllable }) })),
  )
  const two = places.flatMap((at) =>
    places.slice(at + 1).flatMap((later) =>
      soundingAlike(word.charAt(at)).flatMap((syllable) =>
        soundingAlike(word.charAt(later)).map((other) => ({
          at,
          changed: withSyllables(word, { [at]: syllable, [later]: other }),
        })),
      ),
    ),
  )
  return [one, two]
}

/**
 * The correction of a misspelt Korean word; null when there is none. Tries words with one changed letter, then words
 * with two similar vowels, then the same changes without the particle, and last the names of books. The first of these
 * steps with hits decides. Within a step, the word that most verses have is the correction.
 * @param hasTerm whether a text has a syllable, or two neighbouring syllables of a word
 * @param totalOf how many verses have exactly this word, or a word that begins with it
 */
export const respellings = (
  word: string,
  hasTerm: (term: string) => boolean,
  totalOf: (word: string) => number,
): string | null => {
  let searched = 0
  const best = (candidates: readonly { readonly changed: string; readonly at: number }[]): string | null => {
    let most = 0
    let correction: string | null = null
    for (const { changed, at } of candidates) {
      const from = Math.max(0, at - 1)
      if (searched >= CANDIDATES_MAX || !hasTerm(changed.slice(from, from + 2))) continue
      searched += 1
      const total = totalOf(changed)
      if (total <= most) continue
      most = total
      correction = changed
    }
    return correction
  }
  const base = withoutParticle(word)
  for (const written of base === null || base.length < 2 ? [word] : [word, base])
    for (const candidates of changedIn(written)) {
      const correction = best(candidates)
      if (correction !== null) return correction + word.slice(written.length)
    }
  const book = word.length < 3 ? null : (suggestBook(word)?.name.ko ?? null)
  return book !== null && totalOf(book) > 0 ? book : null
}
