import type { BorrowedWord, ChapterWords, VerseWord } from '@pathlight/contracts/words.ts'

/** A word of the original, with the values that the word sheet and the rows of words show. */
export type ShownWord = {
  /** UTF-16 offsets into the verse's text; `end` is exclusive. Null if the word is borrowed from another text. */
  readonly place: { readonly start: number; readonly end: number } | null
  /** The words of the text to which this word belongs. In an original they are the word itself. */
  readonly under: string
  /**
   * The form in the verse if the text is an original, otherwise the lexicon's form or the lemma. Null if none is known.
   */
  readonly original: string | null
  readonly transliteration: string | null
  /** The meaning that the server sent with the word, in English and Korean. Null if it sent none. */
  readonly gloss: { readonly en: string | null; readonly ko: string | null }
  readonly language: 'grc' | 'hbo'
  readonly strongs: readonly string[]
  readonly lemma: string | null
  readonly morph: string | null
}

/** Whether a text in this language (BCP 47) is itself Greek or Hebrew. */
export const isOriginal = (language: string): boolean => /^(grc|el|hbo|he)\b/.test(language)

const withoutLetter = (strongs: string): string => strongs.replace(/[a-z]$/, '')

type Beneath = {
  /** The language of the text that the words come from (BCP 47). */
  readonly language: string
  /** Whether the verse is in the Old Testament. */
  readonly isOld: boolean
}

const shown = (word: BorrowedWord, place: ShownWord['place'], { language, isOld }: Beneath): ShownWord => {
  const [first] = word.strongs
  const isHebrew = first === undefined ? isOld : first.startsWith('H')
  return {
    place,
    under: word.text,
    original: isOriginal(language) ? word.text : (word.original ?? word.lemma ?? null),
    transliteration: word.transliteration ?? null,
    gloss: { en: word.gloss ?? null, ko: word.gloss_ko ?? null },
    language: isHebrew ? 'hbo' : 'grc',
    strongs: word.strongs,
    lemma: word.lemma ?? null,
    morph: word.morph ?? null,
  }
}

/**
 * A verse's own words, in the order of its text. Empty if a word is blank, outside of the text, or begins before the
 * end of the word before it, because such words belong to another text or edition.
 */
export const ownWords = (text: string, words: readonly VerseWord[], beneath: Beneath): readonly ShownWord[] => {
  let reached = 0
  const all: ShownWord[] = []
  for (const { start, end, ...word } of words) {
    const under = text.slice(start, end).trim()
    if (start < reached || end <= start || end > text.length || under === '') return []
    reached = end
    all.push(shown({ ...word, text: under }, { start, end }, beneath))
  }
  return all
}

/** A verse's words: those of another text if the server sent such words for the chapter, otherwise the text's own. */
export const wordsOfVerse = (
  { verses, borrowed }: ChapterWords,
  { verse, text }: { readonly verse: number; readonly text: string },
  { language, isOld }: Beneath,
): readonly ShownWord[] =>
  borrowed
    ? (borrowed.verses[verse] ?? []).map((word) => shown(word, null, { language: borrowed.language, isOld }))
    : ownWords(text, verses[verse] ?? [], { language, isOld })

/** The index of the word at an offset of the verse's text, or -1 if there is none. */
export const indexAt = (words: readonly ShownWord[], offset: number): number =>
  words.findIndex(({ place }) => place !== null && place.start <= offset && offset < place.end)

type Known = { readonly strongs: readonly string[]; readonly lemma?: string | null | undefined }

/** Whether two words are the same word of the original: they share a Strong's number or the lemma. */
export const isSameWord = (one: Known, other: Known): boolean => {
  const numbers = one.strongs.map(withoutLetter)
  const isSameLemma = one.lemma != null && one.lemma === other.lemma
  return isSameLemma || other.strongs.some((strongs) => numbers.includes(withoutLetter(strongs)))
}

/**
 * How often a word occurs in a chapter. Words are compared by the word's first Strong's number, as in the lexicon and
 * the search, otherwise by its lemma.
 */
export const countIn = ({ verses, borrowed }: ChapterWords, { strongs: [first], lemma }: ShownWord): number => {
  const all: readonly (readonly Known[])[] = Object.values(borrowed?.verses ?? verses)
  const word = first === undefined ? { strongs: [], lemma } : { strongs: [first] }
  return all.reduce((count, words) => count + words.filter((one) => isSameWord(one, word)).length, 0)
}

/** The query that finds a word, by its Strong's number or else by its lemma. Null if it has neither. */
export const queryFor = ({ strongs: [first], lemma }: ShownWord): string | null => {
  if (first !== undefined) return `strong:${withoutLetter(first)}`
  return lemma && `lemma:${lemma}`
}

/**
 * For each original word of a verse, the translation's word for it, or null if the translation has no such word left.
 * Each word of the translation is used only once. If several match, the first in the verse is used.
 */
export const translationsOf = (
  originals: readonly ShownWord[],
  translation: readonly ShownWord[],
): readonly (string | null)[] => {
  const used = new Set<ShownWord>()
  return originals.map((original) => {
    const one = translation.find((word) => !used.has(word) && isSameWord(word, original))
    if (one) used.add(one)
    return one?.under ?? null
  })
}
