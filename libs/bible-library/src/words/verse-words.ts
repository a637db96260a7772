import { normalForm } from '@pathlight/scripture/normal-form.ts'

/**
 * The data about an original word: a Hebrew or Greek word of the original Bible that stands behind a word of a
 * translation. `strongs`: numbers of Strong's dictionaries, such as `H7225` and `G25`. `morph`: the code of the word's
 * parsing.
 */
export type OriginalWord = { readonly strongs: readonly string[]; readonly lemma?: string; readonly morph?: string }

/** The data of a source about a word. `numbers`: the Strong's numbers, each in the source's spelling. */
export type SourceWord = {
  readonly numbers: readonly string[]
  readonly lemma?: string | undefined
  readonly morph?: string | undefined
}

/** An original word with its place in the translation: UTF-16 offsets into the verse's text. The end is exclusive. */
export type VerseWord = OriginalWord & { readonly start: number; readonly end: number }

/** The highest numbers of Strong's dictionaries. */
const LAST = { H: 8674, G: 5624 }
/** The longest lemma or parsing, in UTF-16 units. */
const LONGEST = 80

/** Matches H07225, H1254a, H1254 a, G25. A prefix may name the scheme, as in strong:H7225. */
const NUMBER = /^(?:[\w.-]+:)?([HG])0*(\d{1,4})\s?([a-z])?$/i

/** A Strong's number in its stored form: `H7225`, `H1254a`, `G25`. Null if there is no such number. */
export const strongsNumber = (written: string): string | null => {
  const [, letter = '', digits = '', part = ''] = NUMBER.exec(written.trim()) ?? []
  const language = letter.toUpperCase()
  if (language !== 'H' && language !== 'G') return null
  const number = Number(digits)
  return number >= 1 && number <= LAST[language] ? `${language}${number}${part.toLowerCase()}` : null
}

/** The number without its letter (H1254 for H1254a). The letter distinguishes several words with the same number. */
export const withoutLetter = (strongs: string): string => strongs.replace(/[a-z]$/, '')

const short = (written: string | undefined): string | undefined => {
  const words = normalForm((written ?? '').slice(0, LONGEST), 'NFC')
    .replaceAll('|', ' ')
    .trim()
  return words === '' ? undefined : words
}

/**
 * Turns a source's data about a word into the stored form.
 * @returns `word`, null if there are no data; and `wrong`, how many of the numbers do not exist
 */
export const originalWord = ({
  numbers,
  lemma,
  morph,
}: SourceWord): { readonly word: OriginalWord | null; readonly wrong: number } => {
  const read = numbers.map(strongsNumber)
  const strongs = read.filter((one) => one !== null)
  const [shortLemma, shortMorph] = [short(lemma), short(morph)]
  const isEmpty = strongs.length === 0 && shortLemma === undefined && shortMorph === undefined
  return {
    word: isEmpty
      ? null
      : {
          strongs: [...new Set(strongs)],
          ...(shortLemma !== undefined && { lemma: shortLemma }),
          ...(shortMorph !== undefined && { morph: shortMorph }),
        },
    wrong: read.length - strongs.length,
  }
}

/**
 * Sorts the words of a verse by their offsets.
 * @returns null if a word lies outside the text, overlaps another, or covers nothing but spaces, because the words may
 * then belong to another text
 */
export const fittingWords = (text: string, words: readonly VerseWord[]): readonly VerseWord[] | null => {
  const isInOrder = words.every(({ start }, at) => at === 0 || (words[at - 1] as VerseWord).start <= start)
  const inOrder = isInOrder ? words : words.toSorted((a, b) => a.start - b.start)
  let reached = 0
  for (const { start, end } of inOrder) {
    if (start < reached || end <= start || end > text.length || text.slice(start, end).trim() === '') return null
    reached = end
  }
  return inOrder
}
