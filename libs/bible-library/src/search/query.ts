import { BOOKS, findBook } from '@pathlight/scripture/books.ts'
import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { strongsNumber } from '../words/verse-words.ts'
import { lemmaTerm, strongsTerm } from '../words/word-terms.ts'
import { HYPHENATED_MAX, type Token, tokenize } from './tokens.ts'

/** The longest query, in UTF-16 units. The text after that is ignored. */
export const QUERY_MAX = 200
/** How many UTF-16 units of a query are read before trimming and normalization. */
const RAW_QUERY_MAX = 2_000

/** A word or phrase. */
export type Sought = {
  /** One token, or several tokens in this order: a quoted phrase, or elided words (l'Éternel). */
  readonly tokens: readonly Token[]
  /** Whether the part is in quotes. If it is, other forms of its words do not match. */
  readonly quoted: boolean
  readonly excluded: boolean
  /** A star follows in the query (righteous*): every word that begins with the token matches. */
  readonly isBeginning?: true
  /**
   * For strong:G26 or lemma:λόγος: terms of the index. A verse needs only one of the terms. `tokens` has only the typed
   * text in this case.
   */
  readonly originals?: readonly string[]
}
/** A list of parts. A verse must have at least one of them. */
type Any = { readonly any: readonly QueryPart[]; readonly excluded: false }
/** Two parts that must be at most `within` words apart, in either order. */
type Near = { readonly near: readonly [QueryPart, QueryPart]; readonly within: number; readonly excluded: false }
/** A part that a verse must have, or must not have. */
export type QueryPart = Sought | Any | Near

/** The reason why a query cannot be understood. */
export type Malformed = {
  readonly code: keyof typeof MALFORMED
  readonly params: Readonly<Record<string, string | number>>
  readonly message: string
}
export type Query = {
  /** All parts, with the excluded ones; empty if the query is malformed. */
  readonly parts: readonly QueryPart[]
  /**
   * The indexes of the books to search (in:Romans), and the query without the range (`rest`). Null if the query has no
   * range.
   */
  readonly range: { readonly books: ReadonlySet<number>; readonly rest: string } | null
  readonly malformed: Malformed | null
}

/** The greatest distance of near/, in words. */
const NEAR_MAX = 50
/** The fewest letters of a word before a star. Fewer letters would match too many words. Syllables have no minimum. */
const STAR_MIN = 3

const MALFORMED = {
  or_needs_two: 'OR stands between two words or phrases without a minus: love OR charity.',
  near_needs_two: 'near/5 stands between two words or phrases without a minus: faith near/5 works.',
  near_distance: `near/ takes a number of words from 1 to ${NEAR_MAX}: near/5.`,
  star_place: `A star stands at the end of a word, after ${STAR_MIN} letters or more: righteous*.`,
  unknown_book: 'There is no book of that name after in:. Books are written like in:Romans or in:Matt-Acts.',
  range_backwards: 'The books after in: are the other way round: the first comes before the last.',
  only_books: 'Say what to look for in those books, too: grace in:Romans.',
  unknown_number: 'There is no word of that number. They are H1 to H8674 and G1 to G5624.',
} as const
class MalformedQuery extends Error {
  readonly malformed: Malformed
  constructor(code: Malformed['code'], params: Malformed['params'] = {}) {
    super(MALFORMED[code])
    this.malformed = { code, params, message: MALFORMED[code] }
  }
}

/** Matches a search for an original word, such as strong:G26. */
const ORIGINAL = /^[-−–]?(?<by>strong|strongs|lemma):(?<what>.+)$/iu

/** Answers the Strong's numbers of a lemma. A browser has no lexicon, so its function answers none. */
export type NumbersOfLemma = (lemma: string) => readonly string[]

const originalAsked = (word: string, numbersOf: NumbersOfLemma): readonly string[] | null => {
  const { by = '', what = '' } = ORIGINAL.exec(word)?.groups ?? {}
  if (by.toLowerCase() === 'lemma') return [lemmaTerm(what), ...numbersOf(what).map(strongsTerm)]
  if (by === '') return null
  const strongs = strongsNumber(what)
  if (strongs === null) throw new MalformedQuery('unknown_number', { number: what })
  return [strongsTerm(strongs)]
}

const OPENING = '"“”„‟«»「」『』〈〉《》'
const PIECE = new RegExp(
  `(?<=^|\\s)(?<not>[-−–])?[iI][nN]:(?:[${OPENING}](?<named>[^${OPENING}]+)[${OPENING}]?|(?<books>[^\\s${OPENING}]+))|(?<=^|\\s|[${OPENING}])(?<minus>[-−–])?[${OPENING}](?<phrase>[^${OPENING}]*)[${OPENING}]?|(?<word>[^\\s${OPENING}]+)`,
  'gu',
)

/** Joins the parts of a hyphenated word to one token, so that Beth-el also finds Bethel. */
const joinHyphenated = (tokens: readonly Token[]): Token[] => {
  const joined: Token[] = []
  let parts = 0
  for (const token of tokens) {
    const before = joined.at(-1)
    if (token.hyphenated && before?.kind === 'word' && parts < HYPHENATED_MAX) {
      joined[joined.length - 1] = { ...before, form: before.form + token.form, end: token.end }
      parts += 1
    } else {
      joined.push(token)
      parts = 1
    }
  }
  return joined
}

const sameAs = (a: QueryPart) => (b: QueryPart) =>
  'tokens' in a &&
  'tokens' in b &&
  a.excluded === b.excluded &&
  a.quoted === b.quoted &&
  a.isBeginning === b.isBeginning &&
  a.tokens.length === b.tokens.length &&
  a.tokens.every((token, i) => token.form === b.tokens[i]?.form)

/** The books of a range: Romans, Matt-Acts. */
const booksOf = (range: string): readonly number[] => {
  const [first, last] = range.split(/[-−–~]/).map((name) => findBook(name.trim())?.index)
  const through = /[-−–~]/.test(range) ? last : first
  if (first === undefined || through === undefined) throw new MalformedQuery('unknown_book', { name: range })
  if (through < first) throw new MalformedQuery('range_backwards', { range })
  return Array.from({ length: through - first + 1 }, (_, at) => first + at)
}

type Operator = { readonly operator: 'or' } | { readonly operator: 'near'; readonly within: number }
type Item = QueryPart | Operator

const operatorOf = (word: string): Operator | null => {
  if (word === 'OR') return { operator: 'or' }
  const [, distance] = /^near\/(.*)$/i.exec(word) ?? []
  if (distance === undefined) return null
  const within = /^\d{1,3}$/.test(distance) ? Number(distance) : 0
  if (within < 1 || within > NEAR_MAX) throw new MalformedQuery('near_distance', { distance, most: NEAR_MAX })
  return { operator: 'near', within }
}

const originalToken = (form: string): Token => {
  return { form, start: 0, end: form.length, kind: 'word', units: [], hyphenated: false, elided: false }
}

/** The parts of a word without spaces: usually one, and several if the word contains punctuation. */
const partsOfWord = (word: string, numbersOf: NumbersOfLemma): readonly Sought[] => {
  const excluded = /^[-−–]./su.test(word)
  const originals = originalAsked(word, numbersOf)
  if (originals !== null)
    return [{ tokens: [originalToken(word.replace(/^[-−–]/, ''))], quoted: false, excluded, originals }]
  const tokens = joinHyphenated(tokenize(word))
  const [only] = tokens
  if (only !== undefined && word.includes('*')) {
    const isAtEnd = /^[^*]+\*$/.test(word) && tokens.length === 1
    if (!isAtEnd || (only.kind === 'word' && only.form.length < STAR_MIN))
      throw new MalformedQuery('star_place', { word, least: STAR_MIN })
    return [{ tokens, quoted: false, excluded, isBeginning: true }]
  }
  const parts: Sought[] = []
  let elided: Token[] = []
  for (const token of tokens) {
    elided.push(token)
    if (token.elided) continue
    parts.push({ tokens: elided, quoted: false, excluded })
    elided = []
  }
  return parts
}

/** Joins the parts on both sides of each operator of one kind. */
const joined = (
  items: readonly Item[],
  kind: Operator['operator'],
  join: (left: QueryPart, right: QueryPart, operator: Operator) => QueryPart,
): readonly Item[] => {
  const done: Item[] = []
  const wantedPart = (item: Item | undefined): QueryPart => {
    if (item === undefined || 'operator' in item || item.excluded) throw new MalformedQuery(`${kind}_needs_two`)
    return item
  }
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Item
    if ('operator' in item && item.operator === kind)
      done.push(join(wantedPart(done.pop()), wantedPart(items[++at]), item))
    else done.push(item)
  }
  return done
}

const parsed = (text: string, numbersOf: NumbersOfLemma): Query => {
  const items: Item[] = []
  const [within, without] = [new Set<number>(), new Set<number>()]
  const ranges: string[] = []
  for (const { 0: typed, groups } of text.matchAll(PIECE)) {
    const range = groups?.named ?? groups?.books
    const operator = groups?.word === undefined ? null : operatorOf(groups.word)
    if (range !== undefined) {
      for (const book of booksOf(range)) (groups?.not === undefined ? within : without).add(book)
      ranges.push(typed)
    } else if (groups?.phrase !== undefined) {
      const tokens = tokenize(groups.phrase)
      if (tokens.length > 0) items.push({ tokens, quoted: true, excluded: groups.minus !== undefined })
    } else if (operator !== null) items.push(operator)
    else items.push(...partsOfWord(groups?.word ?? '', numbersOf))
  }
  // near/ is joined before OR: `faith near/5 works OR grace` has two alternatives.
  const near = joined(items, 'near', (left, right, operator) => {
    return { near: [left, right], within: 'within' in operator ? operator.within : 0, excluded: false }
  })
  const all = joined(near, 'or', (left, right) => {
    return { any: 'any' in left ? [...left.any, right] : [left, right], excluded: false }
  })
  const parts: QueryPart[] = []
  for (const part of all) if (!('operator' in part) && !parts.some(sameAs(part))) parts.push(part)
  if (ranges.length > 0 && parts.every(({ excluded }) => excluded)) throw new MalformedQuery('only_books')
  const books = (within.size > 0 ? [...within] : BOOKS.map(({ index }) => index)).filter((book) => !without.has(book))
  const rest = ranges.reduce((query, range) => query.replace(range, ''), text)
  const range = ranges.length === 0 ? null : { books: new Set(books), rest }
  return { parts, range, malformed: null }
}

/**
 * Parses a query: words, "quoted phrases", original words (strong:G26, lemma:λόγος), and beginnings of words
 * (righteous*). A minus before a part excludes it. `OR` between two parts requires one of them. `near/5` requires two
 * parts at most five words apart. `in:Romans` and `in:Matt-Acts` limit the search to books, or exclude books with a
 * minus. All other text is words (AND, parentheses). Repeated words count once.
 * @param text any string; the part beyond {@link QUERY_MAX} is ignored
 */
export const parseQuery = (text: string, numbersOf: NumbersOfLemma = () => []): Query => {
  const query = normalForm(withoutInvisible(text.slice(0, RAW_QUERY_MAX)), 'NFKC')
    .trim()
    .slice(0, QUERY_MAX)
  try {
    return parsed(query, numbersOf)
  } catch (error) {
    if (error instanceof MalformedQuery) return { parts: [], range: null, malformed: error.malformed }
    throw error
  }
}

/**
 * Whether a query has operators other than a minus and quotation marks, used rightly or wrongly. A reference to a
 * passage has none.
 */
export const hasOperators = ({ parts, range, malformed }: Query): boolean =>
  range !== null ||
  malformed !== null ||
  parts.some((part) => !('tokens' in part) || part.isBeginning || part.originals !== undefined)

/** A part in the query's syntax. */
export const writtenPart = (part: QueryPart): string => {
  if ('any' in part) return part.any.map(writtenPart).join(' OR ')
  if ('near' in part) return part.near.map(writtenPart).join(` near/${part.within} `)
  const words = part.tokens.map(({ form }) => form).join(' ')
  return part.quoted ? `"${words}"` : part.isBeginning ? `${words}*` : words
}
