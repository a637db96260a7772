import type { Found } from '@pathlight/contracts/bible-search.ts'
import { bookByIndex, findBook } from '@pathlight/scripture/books.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { parseReferences, type ReferenceProblem } from '@pathlight/scripture/references.ts'
import { writeCursor } from './cursor.ts'
import { hasOperators, parseQuery, QUERY_MAX, writtenPart } from './query.ts'
import type { SearchIndex } from './searchable.ts'
import { koreanWords, respellings } from './suggest-korean.ts'
import { openSpelling, respelt, typedOtherwise } from './suggest-query.ts'
import { openVerseSearch, type PageAsked, type SearchFilter } from './verse-search.ts'

type QueryReferences = {
  readonly reference: Reference | null
  readonly passages: readonly Reference[]
  readonly truncated: boolean
  /** The problem of a text that was meant as a reference, such as a chapter that does not exist; null for none. */
  readonly problem: ReferenceProblem | null
}
const NOTHING: QueryReferences = { reference: null, passages: [], truncated: false, problem: null }

/**
 * Problems that show that the query was meant as a reference. They, and an unknown book with a suggestion, are reported
 * if the query has no hits as words. Other problems, such as that of "2 fishes", are ignored.
 */
const PLACES: readonly ReferenceProblem['code'][] = [
  'no_such_chapter',
  'no_such_verse',
  'ends_before_it_begins',
  'two_readings',
]
const aboutPlace = (problem: ReferenceProblem): boolean =>
  PLACES.includes(problem.code) || (problem.code === 'unknown_book' && problem.parameters.suggestion !== undefined)

/**
 * The references in a query. The name of a book alone is searched as a word, and the book's first chapter is offered as
 * reference.
 */
const referencesIn = (query: string): QueryReferences => {
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

/**
 * The most words of a query without hits that are searched one by one. The search of each word shows whether any text
 * has the word.
 */
const EXPLAINED_WORDS_MAX = 12
/** In a query with more Korean words, no Korean word is corrected. */
const KOREAN_WORDS_MAX = 6

export type FindRequest = SearchFilter & PageAsked & { readonly query: string }
export type FindVerses = (request: FindRequest) => Found
/** A search in steps. The caller may pause between two steps. */
export type FindVersesInSteps = (request: FindRequest) => Steps<Found>
type Steps<T> = Generator<undefined, T, undefined>

const bookNamed = (index: number): string => bookByIndex(index)?.name.en ?? ''
const placeOf = (id: number) => ({ chapter: Math.floor(id / 1000) % 1000, verse: id % 1000 })

/** Runs all steps of `findVersesInSteps` without a pause. */
export const findVersesIn = (index: SearchIndex): FindVerses => {
  const find = findVersesInSteps(index)
  return (request) => {
    const steps = find(request)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }
}

/**
 * Finds verses for the search page: the verses of references, in the order of the Bible, or the verses with the query's
 * words. Searches all versions unless the request names some. For a query without hits, each of its words is searched
 * alone, to explain why.
 */
export const findVersesInSteps = (index: SearchIndex): FindVersesInSteps => {
  const search = openVerseSearch(index)
  let words: ReadonlyMap<string, number> | null = null
  let nearest: (word: string) => string | null = () => null

  /** A similar query with hits, for a query without hits. Null if there is none. */
  const suggestionFor = function* (typed: string, query: string, filter: SearchFilter): Steps<Found['suggestion']> {
    if (query.length > QUERY_MAX) return null
    const dictionary = search.englishWords()
    if (words !== dictionary) {
      words = dictionary
      nearest = openSpelling(dictionary)
    }
    const candidates = [
      { make: () => typedOtherwise(typed), reason: 'keyboard' as const },
      { make: () => respelt(query, dictionary, nearest), reason: 'spelling' as const },
      { make: () => respeltKorean(query, filter), reason: 'spelling' as const },
    ]
    for (const { make, reason } of candidates) {
      const other = make()
      yield
      if (other === null) continue
      const { total } = search.find({ words: other }, filter, { limit: 1 })
      if (total > 0) return { query: other, reason, total }
    }
    return null
  }

  /** The query with its one unknown Korean word corrected. Null without a correction, or if several are unknown. */
  const respeltKorean = (query: string, filter: SearchFilter): string | null => {
    const totalOf = (words: string) => search.find({ words }, filter, { limit: 1 }).total
    const words = koreanWords(query)
    if (words.length === 0 || words.length > KOREAN_WORDS_MAX) return null
    return index.reading(() => {
      const [misspelt, ...others] = words.filter(({ form }) => totalOf(form) === 0)
      if (misspelt === undefined || others.length > 0) return null
      const correction = respellings(misspelt.form, search.hasKoreanTerm, (word) => totalOf(`"${word}"`))
      return correction === null ? null : query.slice(0, misspelt.start) + correction + query.slice(misspelt.end)
    })
  }

  /** The reason why words have no hits. Each word or phrase is searched alone. */
  const whyNothing = function* (query: string, filter: SearchFilter): Steps<Found['why']> {
    const { parts, range } = parseQuery(query)
    const wanted = parts
      .filter(({ excluded }) => !excluded)
      .slice(0, EXPLAINED_WORDS_MAX)
      .map(writtenPart)
    if (range !== null && search.find({ words: range.rest }, filter, { limit: 1 }).total > 0)
      return { reason: 'elsewhere', words: [] }
    if (wanted.length === 0) return { reason: 'no_words', words: [] }
    const words: string[] = []
    for (const one of wanted) {
      yield
      if (search.find({ words: one }, filter, { limit: 1 }).total === 0) words.push(one)
    }
    return { reason: words.length > 0 ? 'absent' : 'scattered', words }
  }

  return function* ({ query: rawQuery, ...options }) {
    const typed = withoutInvisible(rawQuery)
    const query = normalForm(typed, 'NFKC').trim()
    const parsed = parseQuery(query)
    const { reference, passages, truncated, problem } = hasOperators(parsed) ? NOTHING : referencesIn(query)
    yield
    const page = search.find(passages.length > 0 ? { passages } : { words: query }, options, options)
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
      also: also.map(({ version }) => version),
      alsoAt: also.map(({ id }) => placeOf(id)),
    }))
    const isNothing = page.total === 0 && passages.length === 0 && parsed.malformed === null
    yield
    const why = isNothing ? yield* whyNothing(query, options) : null
    const suggestion = isNothing ? yield* suggestionFor(typed, query, options) : null
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
      malformed: parsed.malformed,
      why,
      suggestion,
    }
  }
}
