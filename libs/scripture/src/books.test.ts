import { describe, expect, it } from 'vitest'
import { BOOKS, bookByIndex, bookName, findBook } from './books.ts'

const found = (text: string) => findBook(text)?.osis ?? null

describe('the books', () => {
  it('are 66, 39 of them in the Old Testament, numbered from 1', () => {
    expect(BOOKS.map((book) => book.index)).toEqual(Array.from({ length: 66 }, (_, place) => place + 1))
    expect(BOOKS.filter((book) => book.testament === 'old')).toHaveLength(39)
    expect(BOOKS[38]?.name.en).toBe('Malachi')
  })

  it('have names and identifiers that no two share', () => {
    for (const of of [
      (book: (typeof BOOKS)[number]) => book.name.en,
      (book: (typeof BOOKS)[number]) => book.name.ko,
      (book: (typeof BOOKS)[number]) => book.abbreviation.en,
      (book: (typeof BOOKS)[number]) => book.abbreviation.ko,
      (book: (typeof BOOKS)[number]) => book.osis,
      (book: (typeof BOOKS)[number]) => book.usfm,
    ])
      expect(new Set(BOOKS.map(of)).size).toBe(66)
  })

  it('are found by index, and by nothing outside 1 to 66', () => {
    expect(bookByIndex(1)?.name.en).toBe('Genesis')
    expect(bookByIndex(19)?.name.en).toBe('Psalms')
    expect(bookByIndex(66)?.name.ko).toBe('요한계시록')
    expect([0, 67, -1, 1.5, Number.NaN].map(bookByIndex)).toEqual([null, null, null, null, null])
  })
})

describe('finding a book', () => {
  it.each(BOOKS.map((book) => [book.name.en, book] as const))('knows %s by every name and identifier', (_, book) => {
    const names = [...Object.values(book.name), ...Object.values(book.abbreviation), book.osis, book.usfm]
    for (const name of names)
      for (const form of [
        name,
        name.toUpperCase(),
        ` ${name.toLowerCase()}. `,
        name.normalize('NFD'),
        name.replace(/ /g, ''),
      ])
        expect([form, findBook(form)]).toEqual([form, book])
    expect(findBook(bookName(book, 'ko'))).toBe(book)
  })

  it.each([
    ['I John', '1John'],
    ['IJohn', '1John'],
    ['1st John', '1John'],
    ['First John', '1John'],
    ['II Kings', '2Kgs'],
    ['third john', '3John'],
    ['１ Ｊｏｈｎ', '1John'],
    ['Jn.', 'John'],
    ['Psalm', 'Ps'],
    ['Song of Songs', 'Song'],
    ['Revelat', 'Rev'],
    ['Isaiah', 'Isa'],
    ['요한1서', '1John'],
    ['예레미야 애가', 'Lam'],
    ['계시록', 'Rev'],
    ['고린도 전서', '1Cor'],
    ['하바꾹', 'Hab'],
    ['JUD', 'Jude'],
  ])('reads %s as %s', (text, osis) => expect(found(text)).toBe(osis))

  it.each(['', ' ', 'J', 'Ph', '고린도', 'Tobit', 'Enoch', '4 John', '!!', 'Genesiss', 'a'.repeat(1_000_000)])(
    'finds none in %.20s',
    (text) => expect(found(text)).toBeNull(),
  )

  it('gives no spelling to two books', () => {
    for (const book of BOOKS) for (const name of book.otherNames) expect([name, found(name)]).toEqual([name, book.osis])
  })

  it('takes no book outside the 66, nor front matter, for one of them', () => {
    const usfm = 'TOB JDT ESG WIS SIR BAR LJE S3Y SUS BEL 1MA 2MA 3MA 4MA 1ES 2ES MAN PS2 ODA PSS EZA 5EZ 6EZ DAG LAO'
    const peripheral = 'FRT INT BAK CNC GLO TDX NDX OTH XXA XXB'
    const osis =
      'Tob Jdt EsthGr AddEsth Wis Sir Bar EpJer AddDan PrAzar Sus Bel 1Macc 2Macc 3Macc 4Macc 1Esd 2Esd PrMan AddPs'
    const outside = `${usfm} ${peripheral} ${osis}`.split(' ')
    expect(outside.filter((name) => findBook(name) !== null)).toEqual([])
  })
})
