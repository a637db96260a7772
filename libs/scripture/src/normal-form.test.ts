import { describe, expect, it } from 'vitest'
import { normalForm } from './normal-form.ts'

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

describe('a normal form', () => {
  it.each(FORMS)('is that of the platform for whatever people write: %s', (form) => {
    const texts = [
      'John 3:16',
      'Ελληνικά ἐν ἀρχῇ',
      'שָׁלוֹם עֲלֵיכֶם',
      'ﬁ ② ｶﾞ',
      '\u1112\u1161\u11ab 요한',
      `a${'\u0301\u0323'.repeat(15)}b`,
    ]
    for (const text of texts) expect(normalForm(text, form)).toBe(text.normalize(form))
  })

  it.each(FORMS)('loses no mark of a row that is too long, and is the same each time: %s', (form) => {
    for (const mark of ['\u0301\u0323', '\u{1d165}\u0323', '\uff9e\u0301']) {
      const text = `a${mark.repeat(500)}b${mark.repeat(200)}`
      const once = normalForm(text, form)
      expect([...once.normalize('NFKD')].toSorted()).toEqual([...text.normalize('NFKD')].toSorted())
      expect(normalForm(text, form)).toBe(once)
      expect(once.isWellFormed()).toBe(true)
    }
  })

  it.each(FORMS)('cuts long rows of marks whatever letters stand beside them: %s', (form) => {
    // Characters from each range of the quick test (WITHOUT_MARKS).
    for (const letter of ['a', 'é', '—', '「', 'ㄱ', '中', '하']) {
      const text = `${letter}${'\u0301\u0323'.repeat(40)}`
      expect(normalForm(letter, form)).toBe(letter.normalize(form))
      expect(normalForm(text, form), letter).not.toBe(text.normalize(form))
    }
  })

  it('knows every letter that becomes a mark which is sorted', () => {
    const unknown: string[] = []
    for (let code = 0x80; code < 0x110000; code++) {
      const letter = code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code)
      if (letter === '' || /[\p{M}\uff9e\uff9f]/u.test(letter)) continue
      const [first = ''] = letter.normalize('NFKD')
      // A mark is sorted if normalization swaps it with U+0334, a mark of the lowest combining class.
      const isSorted = `a${first}\u0334`.normalize('NFD') !== `a${first}\u0334`
      if (/^\p{M}$/u.test(first) && isSorted) unknown.push(code.toString(16))
    }
    expect(unknown).toEqual([])
  })
})
