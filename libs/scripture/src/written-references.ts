import { findBook } from './books.ts'
import { withoutRemarks } from './remarks.ts'
import { withPlainChapters } from './roman-chapters.ts'

/** Hyphens, dashes, the minus sign, tildes and wave dashes, after NFKC. */
const DASHES = /[\u2010-\u2015\u2212\u223c\u301c\u3030~\u1173\u3161]/g
/** John 3:16 + 18, John 3:16/18. */
const PLUS = /\+/g
const SLASH = /[/|]/g
/** 5,6장: a list of chapters. 3장, 16절: a chapter with a verse. */
const COMMA_BEFORE_CHAPTER = /,(?=\s*\d{1,3}(?:\s*[,-]\s*\d{1,3})*\s*[장편])/g
const COMMA_BEFORE_VERSE = /(?<=\d\s*)[장편]\s*,\s*(?=\d{1,3}(?:\s*[,-]\s*\d{1,3})*\s*절)/g
/** 3장, 23편 with a verse after it, and without. */
const CHAPTER_BEFORE_VERSE = /(\d)\s*[장편]\s*(?=\d)/g
const CHAPTER = /(\d)\s*[장편]/g
/** 3:16, 4장: a chapter after a verse. */
const FURTHER_CHAPTER = /(?<=[;,]\s*)(\d{1,3})\s*[장편]/g
/** A verse with no chapter before it: 유다서 5절. */
const VERSE_OF_A_BOOK = /(?<=\p{L}\s*)(\d+)\s*절/gu
/** 절, also 상반절 and 하반절, the halves of a verse. */
const VERSE = /(\d)\s*절(?:\s*(?:[상하전후]반[절부]|[상하上下](?![\p{L}])))?/gu
/** Particles on a counter: 16절과 18절 (and), 1장부터 3장까지 (from, to), 16절을 (object), 3장의 (of). */
const AND = /(?<=\d\s*[장편절])[과와]\s*(?=\d)|및|그리고/g
/** 16·18절, 16ㆍ18절: middle dots, which Korean sets between the members of a list, after NFKC. */
const MIDDLE_DOT = /(?<=\d\s?[장편절]?\s?)[\u00b7\u119e\u2022\u2027\u22c5\u30fb\u3001](?=\s?\d)/g
/** 2:4하, 2:4下: a half of a verse, also without 절. */
const HALF = /(?<=\d)\s*(?:[상하전후]반[절부]|[상하上中下])(?!\p{L})/gu
/** 16절 이하: and what follows in the chapter. */
const AND_FOLLOWING = /(?<=\d\s?[장편절]?)\s?이하(?!\p{L})/gu
const FROM = /(?<=\d\s*[장편절])\s*(?:부터|에서)\s*(?=\d)/g
const UNTIL = /(?<=\d\s*[장편절])\s*까지/g
const OTHER_PARTICLE = /(?<=\d\s*[장편절])(?:을|은|이|의|에|도)(?=\s|\d|$)/g
/** 제3장: the ordinal prefix. */
const ORDINAL_PREFIX = /제\s*(?=\d)/g
/** 요한1서, 고린도 2서. */
const NUMBERED_LETTER = /(\p{Script=Hangul}+)\s*([1-3])\s*서/gu
/**
 * A run of words, which may be a book's name, up to the v that marks a verse. A number before the name belongs to it only
 * in English: 1 John.
 */
const WORDS = /(?:(?<![\d:.-]\s*)[1-3]\s*(?=\p{Script=Latin}))?\p{L}(?:(?! v\d)[\p{L}\p{M}'’. ])*/gu

/** The books' names, in whichever language and spelling, as OSIS identifiers, which every reader of references knows. */
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
 * A reference as people write it, in English or Korean, with book names, chapters, verses and dashes in one plain form.
 * @param text in NFKC
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
