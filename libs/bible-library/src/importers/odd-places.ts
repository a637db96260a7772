import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import { bookByIndex } from '@pathlight/scripture/books.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import type { SourceLine } from './import-refused.ts'

/** The most irregularities of a text that are listed. Each kind gets a share. All irregularities are counted. */
const MOST_PLACES = 100

type Kind = OddPlace['kind']
/** A verse id as an English reference. */
const verseInWords = (id: unknown): string => {
  const [book, chapter, verse] = [
    bookByIndex(Math.floor(Number(id) / 1e6)),
    Math.floor(Number(id) / 1000) % 1000,
    Number(id) % 1000,
  ]
  if (book === null) return String(id)
  return formatReference({ book: book.name.en, chapter, verse, endChapter: chapter, endVerse: verse }, 'en')
}

/** A verse id as an English reference. Verse 0 means the whole chapter. */
const placeInWords = (id: unknown): string => verseInWords(id).replace(/:0$/, '')

/** The English sentence of each kind. The parameters `verse`, `with` and `after` are verse ids. */
const SENTENCES: Readonly<Record<Kind, (params: Readonly<Record<string, string | number>>) => string>> = {
  beyond_count: ({ verse, most }) => `${verseInWords(verse)} is more than the ${most} verses that Bibles count there.`,
  no_such_verse: ({ verse, with: holder }) =>
    `There is no ${verseInWords(verse)}: its words stand with ${verseInWords(holder)}.`,
  number_read: ({ verse, written }) => `“${written}” was read as ${placeInWords(verse)}.`,
  verse_twice: ({ verse, file, line }) =>
    `${verseInWords(verse)} comes twice (before: ${file}, line ${line}): the words are joined, in order.`,
  same_verse_twice: ({ verse, file, line }) =>
    `${verseInWords(verse)} comes twice in the same words (before: ${file}, line ${line}).`,
  out_of_order: ({ verse, after }) => `${verseInWords(verse)} comes after ${verseInWords(after)}.`,
  verse_zero: ({ verse }) => `${verseInWords(verse)} has the number 0: it stands as a title.`,
  empty_verse: ({ verse }) => `${verseInWords(verse)} has no words.`,
  verse_not_marked: ({ verse }) => `The number of ${verseInWords(verse)} is missing before its words.`,
  chapter_not_marked: ({ book, chapter }) => `${book} ${chapter} is not marked: verses begin again at 1 there.`,
  chapter_not_named: ({ book }) => `The chapter of ${book} is not marked.`,
  chapter_missing: ({ book, chapter }) => `${book} has no chapter ${chapter}.`,
  chapter_range_missing: ({ book, chapter, through }) => `${book} has no chapters ${chapter} to ${through}.`,
  book_ends_early: ({ book, chapter, of }) => `${book} ends at chapter ${chapter} of ${of}.`,
  chapter_ends_early: ({ book, chapter, verse, of }) => `${book} ${chapter} ends at verse ${verse} of ${of}.`,
  books_missing: ({ count, books }) => `${count === 1 ? 'A book is' : `${count} books are`} not in it: ${books}.`,
  book_passed_over: ({ book }) => `${book} is none of the 66 books and was passed over.`,
  chapters_passed_over: ({ book, chapter }) =>
    `${book} from chapter ${chapter} on is none of the 66 books and was passed over.`,
  file_passed_over: ({ file }) => `${file} holds no Bible text and was passed over.`,
  introduction_left_out: ({ book }) => `What stands as chapter 0 of ${book} was left out.`,
  note_not_closed: ({ verse }) => `A note in ${verseInWords(verse)} is never closed: it ends with its line.`,
  no_such_number: ({ count }) =>
    `${count === 1 ? "A word has a Strong's number" : `${count} words have Strong's numbers`} that there is not: left out.`,
  lemmas_without_number: ({ none, several }) =>
    `Words got the Strong's numbers of their lemmas; ${none} lemmas have none, and ${several} more than one: these got none.`,
  words_do_not_fit: ({ verse }) => `The words beneath ${verseInWords(verse)} do not fit its text: they are not shown.`,
  remarks_as_notes: ({ count }) =>
    `${count === 1 ? 'A remark stands as a footnote' : `${count} remarks stand as footnotes`}.`,
  quotes_taken_off: ({ count }) => `${count} verses stood in a spreadsheet's quotation marks, which were taken off.`,
  blanks_taken_out: ({ count }) =>
    `${count === 1 ? 'A verse' : `${count} verses`} had blanks before punctuation, which were taken out.`,
}

/** The English sentence for an irregularity, without file and line. */
export const oddInWords = ({ kind, params }: Pick<OddPlace, 'kind' | 'params'>): string => SENTENCES[kind](params)

/** Collects the irregularities of a text that is imported in spite of them. */
export const collectOddPlaces = () => {
  /**
   * For each kind: the first MOST_PLACES irregularities, and the number of all. `at`: how many irregularities of all
   * kinds came before.
   */
  const byKind = new Map<Kind, { readonly first: { readonly odd: OddPlace; readonly at: number }[]; count: number }>()
  let total = 0
  return {
    add: (kind: Kind, params: OddPlace['params'], place: SourceLine | null) => {
      const same = byKind.get(kind) ?? { first: [], count: 0 }
      byKind.set(kind, same)
      const odd: OddPlace = { kind, params, file: place?.file ?? null, line: place?.line ?? null }
      if (same.first.length < MOST_PLACES) same.first.push({ odd, at: total })
      same.count += 1
      total += 1
    },
    countOf: (kind: Kind): number => byKind.get(kind)?.count ?? 0,
    /** The irregularities to list, in the order in which they were added, and the number of all. */
    all: (): { places: OddPlace[]; total: number } => {
      const share = Math.max(1, Math.floor(MOST_PLACES / Math.max(1, byKind.size)))
      const kinds = [...byKind.values()]
      const inOrder = kinds.flatMap(({ first }) => first).sort((a, b) => a.at - b.at)
      const selection = new Set(kinds.flatMap(({ first }) => first.slice(0, share)))
      for (const one of inOrder) if (selection.size < MOST_PLACES) selection.add(one)
      return { places: inOrder.filter((one) => selection.has(one)).map(({ odd }) => odd), total }
    },
  }
}
export type OddPlaces = ReturnType<typeof collectOddPlaces>
