import { normalForm } from '@pathlight/scripture/normal-form.ts'

/** A text's data about the original under some letters: Strong's numbers, as `H7225` and `G25`, and more. */
export type OriginalWord = { readonly strongs: readonly string[]; readonly lemma?: string; readonly morph?: string }

/** A source's data about a word; `numbers` are the Strong's numbers, each by itself as it is written. */
export type SourceWord = {
  readonly numbers: readonly string[]
  readonly lemma?: string | undefined
  readonly morph?: string | undefined
}

/** An OriginalWord with its place: UTF-16 offsets into the verse's text, end exclusive. */
export type VerseWord = OriginalWord & { readonly start: number; readonly end: number }

/** The last numbers of Strong's dictionaries. */
const LAST = { H: 8674, G: 5624 }
/** The longest lemma or parsing, in UTF-16 units. */
const LONGEST = 80

/** Matches H07225, H1254a, H1254 a, G25. Other letters before the number name the scheme, as in strong:H7225. */
const NUMBER = /^(?:[\w.-]+:)?([HG])0*(\d{1,4})\s?([a-z])?$/i

/** A Strong's number in its stored form: `H7225`, `H1254a`, `G25`. Null if there is no such number. */
export const strongsNumber = (written: string): string | null => {
  const [, letter = '', digits = '', part = ''] = NUMBER.exec(written.trim()) ?? []
  const language = letter.toUpperCase()
  if (language !== 'H' && language !== 'G') return null
  const number = Number(digits)
  return number >= 1 && number <= LAST[language] ? `${language}${number}${part.toLowerCase()}` : null
}

/** The number without the letter that distinguishes words of one number. */
export const withoutLetter = (strongs: string): string => strongs.replace(/[a-z]$/, '')

const short = (written: string | undefined): string | undefined => {
  const words = normalForm((written ?? '').slice(0, LONGEST), 'NFC')
    .replaceAll('|', ' ')
    .trim()
  return words === '' ? undefined : words
}

/**
 * A source's data about a word in their stored form.
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
 * The words of a verse in the order of their places.
 * @returns null if one of them lies beyond the text, over another, or over no letter, because then none of them can be trusted
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
