import { BOOKS } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { completePassage } from './complete-passage.ts'

const all = (typed: string) =>
  completePassage(typed, { book: 'John' }).map(
    ({ book, chapter, verses: [from, ...more] }) =>
      `${book} ${chapter}${from === undefined ? '' : `:${from}`}${more.length === 0 ? '' : `-${more.at(-1)}`}`,
  )
const first = (typed: string) => all(typed)[0]

describe('going somewhere by typing', () => {
  it.each([
    ['요 3:16', 'John 3:16'],
    ['ps 23', 'Psalms 23'],
    ['John 3:16', 'John 3:16'],
    ['1co13', '1 Corinthians 13'],
    ['1 cor 13.4-7', '1 Corinthians 13:4-7'],
    ['요일 4:8', '1 John 4:8'],
    ['시편 23편 1절', 'Psalms 23:1'],
    ['요한복음 3장 16절', 'John 3:16'],
    ['창세기', 'Genesis 1'],
    ['rom 8 28', 'Romans 8:28'],
    ['Ｊｏｈｎ ３：１６', 'John 3:16'],
    ['song of sol 2', 'Song of Solomon 2'],
  ])('takes %s for %s', (typed, wanted) => expect(first(typed)).toBe(wanted))

  it.each([
    ['a zero-width space', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['marks of direction', '\u202d\u200e\u2069'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00ad'],
    ['a row that is longer than any passage', '\u200b'.repeat(200)],
  ])('passes over %s, wherever it stands', (_what, sign) => {
    for (const [typed, wanted] of [
      ['John 3:16', 'John 3:16'],
      ['joh', 'John 1'],
      ['요한복음 3장 16절', 'John 3:16'],
      ['ㅊㅅㄱ 3', 'Genesis 3'],
      ['4:2', 'John 4:2'],
    ] as const)
      for (let at = 0; at <= typed.length; at += 1)
        expect(first(`${typed.slice(0, at)}${sign}${typed.slice(at)}`)).toBe(wanted)
    expect(all(sign)).toEqual([])
  })

  it('takes a blank of any kind for a blank', () => {
    for (const blank of ['\u00a0', '\u202f', '\u2009', '\u3000', '\t']) {
      expect(first(`John${blank}3:16`)).toBe('John 3:16')
      expect(first(`${blank}1${blank}cor${blank}13${blank}`)).toBe('1 Corinthians 13')
      expect(first(`요한복음${blank}3장${blank}16절`)).toBe('John 3:16')
    }
  })

  it('takes numbers alone for the book that is open', () => {
    expect(first('4')).toBe('John 4')
    expect(first('4:2')).toBe('John 4:2')
    expect(all('1')).toEqual(expect.arrayContaining(['John 1', '1 Samuel 1', '1 Kings 1']))
    expect(first('12')).toBe('John 12')
  })

  it('completes what has been begun, best first', () => {
    expect(all('jo')).toEqual(expect.arrayContaining(['Joshua 1', 'Job 1', 'Joel 1', 'Jonah 1', 'John 1']))
    expect(first('joh')).toBe('John 1')
    expect(all('cor 13')).toEqual(['1 Corinthians 13', '2 Corinthians 13'])
    expect(all('phil').slice(0, 2)).toEqual(['Philippians 1', 'Philemon 1'])
    expect(all('a').length).toBeLessThanOrEqual(8)
  })

  it('understands Korean while a syllable is still being written, and by its first consonants', () => {
    for (const typed of ['요하', '요ㅎ', 'ㅇㅎㅂㅇ', '요한']) expect(all(typed)).toContain('John 1')
    expect(first('ㅊㅅㄱ 3')).toBe('Genesis 3')
    expect(first('고린도전')).toBe('1 Corinthians 1')
    for (const typed of ['창ㅅㄱ', '창세', 'ㅊㅏㅇ']) expect(first(typed)).toBe('Genesis 1')
  })

  it('takes a final consonant for the first of the next syllable, and half of a vowel for the vowel', () => {
    for (const typed of ['엣', '에슬']) expect(all(typed)).toContain('Ezra 1')
    expect(all('열오')).toEqual(expect.arrayContaining(['1 Kings 1', '2 Kings 1']))
    expect(first('엣 3:2')).toBe('Ezra 3:2')
    // macOS decomposes Hangul into letters (NFD) in file names.
    expect(first('에스라'.normalize('NFD'))).toBe('Ezra 1')
  })

  it('offers no chapter that there is not', () => {
    expect(all('jude 3')).toEqual(['Jude 1:3'])
    expect(all('jude 30')).toEqual([])
    expect(all('John 3:99')).toEqual([])
    expect(all('John 3:30-99')).toEqual(['John 3:30-36'])
    expect(all('cor 15')).toEqual(['1 Corinthians 15'])
    expect(all('xyz')).toEqual([])
    for (const typed of ['', '   ', ':', '!!', '3:16:18:20', 'x'.repeat(2000)]) expect(all(typed)).toEqual([])
  })

  it('finds every book by its name and abbreviation in both languages', () => {
    for (const { name, abbreviation } of BOOKS)
      for (const written of [name.en, name.ko, abbreviation.en, abbreviation.ko])
        expect([written, first(`${written} 1:1`)]).toEqual([written, `${name.en} 1:1`])
  })
})
