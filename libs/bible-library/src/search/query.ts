import { normalForm, withoutInvisible } from '@pathlight/scripture/normal-form.ts'
import { strongsNumber } from '../words/verse-words.ts'
import { lemmaTerm, strongsTerm } from '../words/word-terms.ts'
import { HYPHENATED_MAX, type Token, tokenize } from './tokens.ts'

/** In UTF-16 units. The rest of a longer query is ignored. */
export const QUERY_MAX = 200
/** The same before trimming and normalization. */
const RAW_QUERY_MAX = 2_000

/** A word or phrase that a verse must have, or must not have. */
export type QueryPart = {
  /** One token, or a sequence of tokens in this order: a quoted phrase, or elided words (l'Éternel). */
  readonly tokens: readonly Token[]
  /** In quotes, so other forms of the words do not match. */
  readonly quoted: boolean
  readonly excluded: boolean
  /** strong:G26, lemma:λόγος: the terms of the index, any of which is asked for. The one token is what was typed. */
  readonly originals?: readonly string[]
}

/** A word of the original, as it is asked for. */
const ORIGINAL = /^[-−–]?(?<by>strong|strongs|lemma):(?<what>.+)$/iu

/** The numbers of a lemma; a browser has no lexicon. */
export type NumbersOfLemma = (lemma: string) => readonly string[]

const originalAsked = (word: string, numbersOf: NumbersOfLemma): readonly string[] | null => {
  const { by = '', what = '' } = ORIGINAL.exec(word)?.groups ?? {}
  if (by.toLowerCase() === 'lemma') return [lemmaTerm(what), ...numbersOf(what).map(strongsTerm)]
  const strongs = by === '' ? null : strongsNumber(what)
  return strongs === null ? null : [strongsTerm(strongs)]
}

const OPENING = '"“”„‟«»「」『』〈〉《》'
const PIECE = new RegExp(
  `(?<=^|\\s|[${OPENING}])(?<minus>[-−–])?[${OPENING}](?<phrase>[^${OPENING}]*)[${OPENING}]?|(?<word>[^\\s${OPENING}]+)`,
  'gu',
)

/** Joins hyphenated words to one token, so that Beth-el also finds Bethel. */
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
  a.excluded === b.excluded &&
  a.quoted === b.quoted &&
  a.tokens.length === b.tokens.length &&
  a.tokens.every((token, i) => token.form === b.tokens[i]?.form)

/**
 * Parses a query: words, "quoted phrases", words of the original (strong:G26, lemma:λόγος), and each of these with a minus to exclude it.
 * There are no other operators (AND, *, parentheses), and no query is an error. Repeated words count once.
 * @param text any string; the part beyond {@link QUERY_MAX} is ignored
 */
export const parseQuery = (text: string, numbersOf: NumbersOfLemma = () => []): QueryPart[] => {
  const parts: QueryPart[] = []
  const push = (part: QueryPart) => {
    if (part.tokens.length > 0 && !parts.some(sameAs(part))) parts.push(part)
  }
  for (const { groups } of normalForm(withoutInvisible(text.slice(0, RAW_QUERY_MAX)), 'NFKC')
    .trim()
    .slice(0, QUERY_MAX)
    .matchAll(PIECE)) {
    if (groups?.phrase !== undefined) {
      push({ tokens: tokenize(groups.phrase), quoted: true, excluded: groups.minus !== undefined })
      continue
    }
    const word = groups?.word ?? ''
    const excluded = /^[-−–]./su.test(word)
    const originals = originalAsked(word, numbersOf)
    if (originals !== null) {
      const form = word.replace(/^[-−–]/, '')
      const token = {
        form,
        start: 0,
        end: form.length,
        kind: 'word' as const,
        units: [],
        hyphenated: false,
        elided: false,
      }
      push({ tokens: [token], quoted: false, excluded, originals })
      continue
    }
    let elided: Token[] = []
    for (const token of joinHyphenated(tokenize(word))) {
      elided.push(token)
      if (token.elided) continue
      push({ tokens: elided, quoted: false, excluded })
      elided = []
    }
  }
  return parts
}
