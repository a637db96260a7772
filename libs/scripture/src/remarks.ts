import { findBook } from './books.ts'

/** The places where a label may begin: the start of the text or of a line, or after a semicolon, comma or bar. */
const BEGINNING = /(?<=^|[\n;,|])[\s"'“‘「『]*/.source
const WORDS = /\p{L}[\p{L}\p{M}'’ ]{0,40}?/u.source
/**
 * A label before a passage, such as "본문:" or "Sermon text:". If a number follows the colon, the word is a book's name
 * instead, unless the number begins a name (1 John).
 */
const LABEL = new RegExp(`${BEGINNING}(${WORDS})\\s*:(?=\\s*(?:[^\\s\\d]|\\d\\s*\\p{L}))`, 'gu')
/** A label in brackets: [본문], (Text). */
const LABEL_IN_BRACKETS = new RegExp(`${BEGINNING}[[({【](${WORDS})[\\])}】]`, 'gu')
/** A list number before a passage: "1)" or "(1)". In "1) John" the number does not belong to the name. */
const LIST_NUMBER = new RegExp(`${BEGINNING}\\(?\\d{1,2}\\)(?=\\s*\\p{L})`, 'gu')
/** The signs between a label and a following book's name. */
const BEFORE_NAME = /(?:\.|\s)\s*(?:-\s*)?(?=(?:[1-3]\.?\s*)?\p{L})/u.source
/** Labels that people write without a colon, or with a dash. */
const KNOWN_LABEL = new RegExp(
  `${BEGINNING}(?:(?:(?:성경|오늘의|설교)\\s*)?(?:본문|성경|성구|봉독|말씀)(?:\\s+말씀)?` +
    `|(?:(?:bible|scripture|sermon|key|memory)\\s+)?(?:text|scripture|reading|passage|lesson|verse))${BEFORE_NAME}`,
  'giu',
)
/** Words that point to a passage: see, cf., 참조. */
const SEE = new RegExp(
  `(?<![\\p{L}\\p{M}\\d])(?:see(?:\\s+also)?|cf|cp|compare|read|vgl|siehe|참고|참조|비교)${BEFORE_NAME}`,
  'giu',
)
const SEE_BEHIND = /(?<=\d\s?[장편절]?\s?)[을를]?\s?(?:참[고조]|비교)(?!\p{L})/gu

const TESTAMENT = /(?:구약|신약|[NO]\.?T\.?)\s*(?:성경|전서)?\s*/u.source
const NUMBERS = /\d{1,4}(?:\s*-\s*\d{1,4})?/u.source
// After 1, 2 or 3 a P marks no page: "1 P 5" is 1 Peter 5.
const PAGE =
  `(?<![\\p{L}\\p{M}]|(?:^|[^\\d:.])[1-3]\\s?)(?:${TESTAMENT})?` +
  `(?:(?:pp?\\.?|pages?|pg\\.?)\\s*${NUMBERS}(?!\\d|\\s*[:.]\\s*\\d)|${NUMBERS}\\s*(?:쪽|면|페이지|pp?(?!\\p{L}|\\.?\\s*\\d)))`
/** The page of a printed Bible: (신약 145쪽), p. 145, (pew Bible, p. 900). */
const PAGES = new RegExp(`[([][^()[\\]\\d]{0,40}${PAGE}\\s*[)\\]]|${PAGE}`, 'giu')
/**
 * A page after a testament: (신 145), (구약 850). 신 also means Deuteronomy, so after 신 the numbers up to 34, its last
 * chapter, are no pages.
 */
const PAGE_OF_TESTAMENT = /[([]\s*(?:[구신]약|구|신(?=\s*(?:3[5-9]|[4-9]\d|\d{3})))\s*\d{1,4}\s*[)\]]/gu

/**
 * Korean names of versions. The parser itself knows many versions in Latin letters. The two expressions below match
 * every word that may be a version: two to six capitals, perhaps with digits, in brackets, or at the end after a
 * number.
 */
const VERSION =
  /(?<!\p{L})(?:개역개정|개역한글|표준새번역|새번역|공동번역|쉬운\s?성경|현대인의\s?성경|우리말\s?성경|바른\s?성경|새한글\s?성경|흠정역|킹제임스)(?:\s?(?:개정)?판|\s?성경|\s?흠정역)?(?!\p{L})/gu
const VERSION_IN_BRACKETS = /[([]\s*([A-ZÄÖÜ]{2,6}\d{0,4})\s*[)\]]/gu
const VERSION_BEHIND = /(?<=\d\s?[장편절]?[\s,]+)(?!FF?$)([A-Z]{2,6}\d{0,4})$/gu

const unlessBook = (written: string, name: string): string => (findBook(name) ? written : ' ')

/**
 * Removes words around a reference, as in a bulletin or a margin: labels, page numbers, versions, "see" and "cf.". A
 * text without a number stays unchanged.
 * @param text is in NFKC, with a hyphen for each dash
 */
export const withoutRemarks = (text: string): string =>
  /\d/.test(text)
    ? text
        .replace(PAGES, ' ')
        .replace(PAGE_OF_TESTAMENT, ' ')
        .replace(VERSION, ' ')
        .replace(VERSION_IN_BRACKETS, unlessBook)
        .replace(VERSION_BEHIND, unlessBook)
        .replace(LIST_NUMBER, ' ')
        .replace(LABEL, unlessBook)
        .replace(LABEL_IN_BRACKETS, unlessBook)
        .replace(KNOWN_LABEL, ' ')
        .replace(SEE, ' ')
        .replace(SEE_BEHIND, ' ')
    : text
