import { findBook } from './books.ts'
import { withoutRemarks } from './remarks.ts'
import { withPlainChapters } from './roman-chapters.ts'

/**
 * Hyphens, dashes, the minus sign, tildes and wave dashes, in NFKC. Also the Korean vowel ㅡ (\u1173, \u3161), which
 * looks like a dash.
 */
const DASHES = /[\u2010-\u2015\u2212\u223c\u301c\u3030~\u1173\u3161]/g
/** Signs between verses: John 3:16 + 18, John 3:16/18, John 3:16|18. */
const PLUS = /\+/g
const SLASH = /[/|]/g
/** Commas in a list of chapters (5,6장), and between a chapter and its verse (3장, 16절). */
const COMMA_BEFORE_CHAPTER = /,(?=\s*\d{1,3}(?:\s*[,-]\s*\d{1,3})*\s*[장편])/g
const COMMA_BEFORE_VERSE = /(?<=\d\s*)[장편]\s*,\s*(?=\d{1,3}(?:\s*[,-]\s*\d{1,3})*\s*절)/g
/** A Korean chapter (3장, 23편): before a verse, and anywhere. */
const CHAPTER_BEFORE_VERSE = /(\d)\s*[장편]\s*(?=\d)/g
const CHAPTER = /(\d)\s*[장편]/g
/** A chapter after a verse: 3:16, 4장. */
const FURTHER_CHAPTER = /(?<=[;,]\s*)(\d{1,3})\s*[장편]/g
/** A verse without a chapter: 유다서 5절. */
const VERSE_OF_A_BOOK = /(?<=\p{L}\s*)(\d+)\s*절/gu
/** A verse (16절), or a half of a verse (16절 상반절, 하반절). */
const VERSE = /(\d)\s*절(?:\s*(?:[상하전후]반[절부]|[상하上下](?![\p{L}])))?/gu
/** Korean words and particles for "and": 16절과 18절, 16절 및 18절. */
const AND = /(?<=\d\s*[장편절])[과와]\s*(?=\d)|및|그리고/g
/** Middle dots in NFKC. In Korean they separate the members of a list: 16·18절, 16ㆍ18절. */
const MIDDLE_DOT = /(?<=\d\s?[장편절]?\s?)[\u00b7\u119e\u2022\u2027\u22c5\u30fb\u3001](?=\s?\d)/g
/** A half of a verse without 절: 2:4하, 2:4下. */
const HALF = /(?<=\d)\s*(?:[상하전후]반[절부]|[상하上中下])(?!\p{L})/gu
/** Words for "and the following verses": 16절 이하. */
const AND_FOLLOWING = /(?<=\d\s?[장편절]?)\s?이하(?!\p{L})/gu
/** Korean particles for "from" and "until" after a number: 1장부터 3장까지, 16부터 18까지. */
const FROM = /(?<=\d\s?[장편절]?\s?)(?:부터|에서)\s*(?=\d)/g
const UNTIL = /(?<=\d\s?[장편절]?\s?)까지/g
/** Further Korean particles after a number: 16절을, 3장의. */
const OTHER_PARTICLE = /(?<=\d\s*[장편절])(?:을|은|이|의|에|도)(?=\s|\d|$)/g
/** The ordinal prefix: 제3장. */
const ORDINAL_PREFIX = /제\s*(?=\d)/g
/** The name of a letter with its number after it: 요한1서, 고린도 2서. */
const NUMBERED_LETTER = /(\p{Script=Hangul}+)\s*([1-3])\s*서/gu
/**
 * Words that may be a book's name, up to a v that marks a verse. Only an English name may have a number before it, such
 * as 1 John.
 */
const WORDS = /(?:(?<![\d:.-]\s*)[1-3]\s*(?=\p{Script=Latin}))?\p{L}(?:(?! v\d)[\p{L}\p{M}'’. ])*/gu

/** Replaces the books' names, in both languages and all spellings, by OSIS identifiers, which the parser knows. */
const withPlainNames = (text: string): string =>
  text
    .replace(NUMBERED_LETTER, (written, name, number) => {
      const book = findBook(`${name}${number}서`)
      return book ? `${book.osis} ` : written
    })
    .replace(WORDS, (written) => {
      const book = findBook(written)
      return book ? `${book.osis} ` : written
    })

/**
 * Rewrites an English or Korean reference for the parser, which knows English notation only. For example,
 * 요한복음 3장 16절 becomes John 3:16, and 유다서 5절 becomes Jude v5. Known book names become OSIS names.
 * @param text is in NFKC
 */
export const withPlainNumbers = (text: string): string =>
  withPlainNames(
    withPlainChapters(withoutRemarks(text.replace(DASHES, '-')))
      .replace(PLUS, ', ')
      .replace(SLASH, ',')
      .replace(ORDINAL_PREFIX, '')
      .replace(AND, ', ')
      .replace(MIDDLE_DOT, ', ')
      .replace(HALF, '')
      .replace(AND_FOLLOWING, 'ff ')
      .replace(FROM, '-')
      .replace(UNTIL, '')
      .replace(OTHER_PARTICLE, ' ')
      .replace(COMMA_BEFORE_CHAPTER, ';')
      .replace(COMMA_BEFORE_VERSE, ':')
      .replace(CHAPTER_BEFORE_VERSE, '$1:')
      .replace(VERSE_OF_A_BOOK, ' v$1 ')
      .replace(FURTHER_CHAPTER, 'ch $1 ')
      .replace(CHAPTER, '$1 ')
      .replace(VERSE, '$1 '),
  )
