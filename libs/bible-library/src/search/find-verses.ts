import type { Found } from '@pathlight/contracts/bible-search.ts'
import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { parseReferences, type ReferenceProblem } from '@pathlight/scripture/references.ts'
import { writeCursor } from './cursor.ts'
import { parseQuery, QUERY_MAX } from './query.ts'
import type { SearchIndex } from './searchable.ts'
import { koreanWords, respellings } from './suggest-korean.ts'
import { openSpelling, respelt, typedOtherwise } from './suggest-query.ts'
import { openVerseSearch, type PageAsked, type SearchFilter } from './verse-search.ts'

type Named = {
  readonly reference: Reference | null
  readonly passages: readonly Reference[]
  readonly truncated: boolean
  /** Why it names a place that there is not. */
  readonly problem: ReferenceProblem | null
}
const NOTHING: Named = { reference: null, passages: [], truncated: false, problem: null }

/** What is said of a query that looks like a place; anything else is words (2 fishes). */
const PLACES: readonly ReferenceProblem['code'][] = [
  'no_such_chapter',
  'no_such_verse',
  'ends_before_it_begins',
  'two_readings',
]
const aboutPlace = (problem: ReferenceProblem): boolean =>
  PLACES.includes(problem.code) || (problem.code === 'unknown_book' && problem.parameters.suggestion !== undefined)

/** The references that a query consists of. A book's name alone is looked for as a word, and offered as its first chapter. */
const referencesIn = (query: string): Named => {
  const book = findBook(query)
  if (book !== null) {
    const reference = { book: book.name.en, chapter: 1, verse: null, endChapter: 1, endVerse: null }
    return { ...NOTHING, reference }
  }
  if (!/\d/.test(query)) return NOTHING
  const parsed = parseReferences(query)
  if (parsed.status === 'refused') return { ...NOTHING, problem: aboutPlace(parsed.problem) ? parsed.problem : null }
  const { references, truncated } = parsed
  return { ...NOTHING, reference: references[0] ?? null, passages: references, truncated }
}

/** For so many words of a query that finds nothing the reason is said: a person who pastes a page needs no reason for each word. */
const LOOKED_FOR_MAX = 12
/** Of a query of more Korean words none is looked for in another spelling. */
const KOREAN_WORDS_MAX = 6

export type FindRequest = SearchFilter & PageAsked & { readonly query: string }
export type FindVerses = (request: FindRequest) => Found

const bookNamed = (index: number): string => bookByIndex(index)?.name.en ?? ''
const placeOf = (id: number) => ({ chapter: Math.floor(id / 1000) % 1000, verse: id % 1000 })

/**
 * Finds verses for the search page: those that a reference names, in the order of the Bible, or those that words are in.
 * Every version that is here, unless versions are named.
 */
export const findVersesIn = (index: SearchIndex): FindVerses => {
  const search = openVerseSearch(index)
  let words: ReadonlyMap<string, number> | null = null
  let nearest: (word: string) => string | null = () => null

  /** A query that finds something, for one that finds nothing. */
  const suggestionFor = (typed: string, query: string, filter: SearchFilter): Found['suggestion'] => {
    if (query.length > QUERY_MAX) return null
    const known = search.englishWords()
    if (words !== known) {
      words = known
      nearest = openSpelling(known)
    }
    const meant = [
      { query: typedOtherwise(typed), reason: 'keyboard' as const },
      { query: respelt(query, known, nearest), reason: 'spelling' as const },
      { query: respeltKorean(query, filter), reason: 'spelling' as const },
    ]
    for (const { query: other, reason } of meant) {
      if (other === null) continue
      const { total } = search.find({ words: other }, filter, { limit: 1 })
      if (total > 0) return { query: other, reason, total }
    }
    return null
  }

  /** The query with the one Korean word that no text has replaced by that which was meant; null where there is none. */
  const respeltKorean = (query: string, filter: SearchFilter): string | null => {
    const totalOf = (words: string) => search.find({ words }, filter, { limit: 1 }).total
    const words = koreanWords(query)
    if (words.length === 0 || words.length > KOREAN_WORDS_MAX) return null
    return index.reading(() => {
      const [misspelt, ...others] = words.filter(({ form }) => totalOf(form) === 0)
      if (misspelt === undefined || others.length > 0) return null
      const meant = respellings(misspelt.form, search.hasKoreanTerm, (word) => totalOf(`"${word}"`))
      return meant === null ? null : query.slice(0, misspelt.start) + meant + query.slice(misspelt.end)
    })
  }

  /** Why words find nothing: each of them, or phrase, is looked for by itself. */
  const whyNothing = (query: string, filter: SearchFilter): Found['why'] => {
    const wanted = parseQuery(query)
      .filter(({ excluded }) => !excluded)
      .slice(0, LOOKED_FOR_MAX)
      .map(({ tokens, quoted }) => {
        const words = tokens.map(({ form }) => form).join(' ')
        return quoted ? `"${words}"` : words
      })
    if (wanted.length === 0) return { reason: 'no_words', words: [] }
    const words = wanted.filter((one) => search.find({ words: one }, filter, { limit: 1 }).total === 0)
    return { reason: words.length > 0 ? 'absent' : 'scattered', words }
  }

  return ({ query: written, ...asked }) => {
    const typed = withoutInvisible(written)
    const query = normalForm(typed, 'NFKC').trim()
    const { reference, passages, truncated, problem } = referencesIn(query)
    const page = search.find(passages.length > 0 ? { passages } : { words: query }, asked, asked)
    const books = page.books.map(({ book, count }) => ({ book: bookNamed(book), count }))
    const testaments = (['old', 'new'] as const).map((testament) => ({
      testament,
      count: page.books
        .filter(({ book }) => bookByIndex(book)?.testament === testament)
        .reduce((sum, { count }) => sum + count, 0),
    }))
    const hits = page.hits.map(({ id, texts, also }) => ({
      id,
      book: bookNamed(Math.floor(id / 1_000_000)),
      ...placeOf(id),
      texts: texts.map(({ version, id: verse_id, text, marks }) => ({
        version,
        verse_id,
        ...placeOf(verse_id),
        text,
        marks,
      })),
      also,
    }))
    return {
      reference,
      passages: passages.length,
      truncated,
      total: page.total,
      versions: [...page.versions],
      testaments: testaments.filter(({ count }) => count > 0),
      books,
      hits,
      next: page.next === null ? null : writeCursor(page.next),
      problem:
        problem !== null && page.total === 0
          ? { code: problem.code, params: problem.parameters, message: problem.message }
          : null,
      why: page.total === 0 && passages.length === 0 ? whyNothing(query, asked) : null,
      suggestion: page.total === 0 && passages.length === 0 ? suggestionFor(typed, query, asked) : null,
    }
  }
}
