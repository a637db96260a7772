import { describe, expect, it } from 'vitest'
import { hasPiledMarks, hasPiledMarksWithin, MOST_PILED_MARKS } from './piled-marks-rules.ts'

const MARKS = { acute: '\u0301', 'of two units': '\u{1d165}', joiner: '\u200d', 'sign of direction': '\u202e' }

describe('marks on a letter', () => {
  it.each(Object.entries(MARKS))('are too many after a hundred, wherever they stand: %s', (_name, mark) => {
    for (let before = 0; before < 2 * MOST_PILED_MARKS; before++) {
      const text = (marks: number) => `${'가'.repeat(before)}a${mark.repeat(marks)}b`
      expect(hasPiledMarks(text(MOST_PILED_MARKS))).toBe(false)
      expect(hasPiledMarks(text(MOST_PILED_MARKS + 1))).toBe(true)
    }
    expect(hasPiledMarks(mark.repeat(98_000))).toBe(true)
    expect(hasPiledMarks(mark)).toBe(false)
  })

  it('that are halves of characters are none', () => {
    expect(hasPiledMarks('\ud83d'.repeat(1_000))).toBe(false)
    expect(hasPiledMarks('\udc00'.repeat(1_000))).toBe(false)
  })

  it.each([
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃'],
    ['Tibetan', 'བསྒྲུབས་ རྒྱུ་མཚན་ ཧཱུྂ༔'],
    ['Greek, decomposed', 'Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν'.normalize('NFD')],
    ['Korean, decomposed', '태초에 하나님이 천지를 창조하시니라'.normalize('NFD')],
    ['Hindi', 'आदि में परमेश्वर ने आकाश और पृथ्वी की सृष्टि की।'],
    ['families of emoji', '👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['thirty on each letter, for fun', [...'Zalgo'].map((one) => one + '\u0301\u0323'.repeat(15)).join('')],
  ])('are as many as they may be in a text of 100,000 letters: %s', (_name, words) => {
    expect(hasPiledMarks(words.repeat(Math.ceil(100_000 / words.length)))).toBe(false)
  })

  it('are found in each text of a value, and in names', () => {
    const piled = 'a\u0301'.padEnd(300, '\u0301')
    expect(hasPiledMarksWithin({ a: [{ b: 'c' }, null, 1, true] })).toBe(false)
    expect(hasPiledMarksWithin({ a: [{ b: piled }] })).toBe(true)
    expect(hasPiledMarksWithin({ [piled]: 1 })).toBe(true)
    expect(hasPiledMarksWithin([[piled]])).toBe(true)
  })
})
