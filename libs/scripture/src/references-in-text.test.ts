import { describe, expect, it, vi } from 'vitest'
import { referencesInText } from './references-in-text.ts'

const found = (text: string) =>
  referencesInText(text).map(({ book, chapter, verse, endChapter, endVerse, from, to }) => {
    const numbers = verse === null ? [chapter, endChapter] : [chapter, verse, endChapter, endVerse]
    return `${text.slice(from, to)} = ${book.osis} ${numbers.join(' ')}`
  })

describe('the passages that a text names', () => {
  it.each([
    ['See John 3:16, which', ['John 3:16 = John 3 16 3 16']],
    ['요 3:16과 로마서 8장 28절에서', ['요 3:16 = John 3 16 3 16', '로마서 8장 28절 = Rom 8 28 8 28']],
    ['롬 8:28, 31절에서', ['롬 8:28 = Rom 8 28 8 28', '31절 = Rom 8 31 8 31']],
    ['요한복음 3장 16절부터 18절까지 읽고', ['요한복음 3장 16절부터 18절까지 = John 3 16 3 18']],
    ['요한복음 3장 36절에서 4장 2절까지', ['요한복음 3장 36절에서 4장 2절까지 = John 3 36 4 2']],
    ['로마서 8장 28절에서 12장 1절로 갑니다', ['로마서 8장 28절 = Rom 8 28 8 28']],
    ['창세기 3장 15절에서 1장 26절로', ['창세기 3장 15절 = Gen 3 15 3 15']],
    [
      '롬 8:28·31, 잠언 3장 5절과 6절',
      ['롬 8:28 = Rom 8 28 8 28', '31 = Rom 8 31 8 31', '잠언 3장 5절 = Prov 3 5 3 5', '6절 = Prov 3 6 3 6'],
    ],
    ['요 3장 16절과 4장 2절', ['요 3장 16절 = John 3 16 3 16', '4장 2절 = John 4 2 4 2']],
    ['(롬8:28–30)', ['롬8:28–30 = Rom 8 28 8 30']],
    ['Rom 8:28, 31-33; 12:1 say', ['Rom 8:28 = Rom 8 28 8 28', '31-33 = Rom 8 31 8 33', '12:1 = Rom 12 1 12 1']],
    ['John 3:36-4:2.', ['John 3:36-4:2 = John 3 36 4 2']],
    [
      'Psalm 23 and 시편 1편, 1 Cor 13, 고전 13장',
      ['Psalm 23 = Ps 23 23', '시편 1편 = Ps 1 1', '1 Cor 13 = 1Cor 13 13', '고전 13장 = 1Cor 13 13'],
    ],
    ['Genesis 1-3; 창세기 1-3장', ['Genesis 1-3 = Gen 1 3', '창세기 1-3장 = Gen 1 3']],
    ['Jude 5 and 유다서 1:5', ['Jude 5 = Jude 1 5 1 5', '유다서 1:5 = Jude 1 5 1 5']],
    ['rom 8:28 as people type', ['rom 8:28 = Rom 8 28 8 28']],
  ])('are found: %s', (text, expected) => expect(found(text)).toEqual(expected))

  it.each([
    'We meet at 3:16, the time is 10:30',
    'John 3:99, John 22:1, John 3:18-16, John 3:0',
    '약 3:30에 만나요',
    'Rom 8 of them, so 5 and am 5',
    'see 3 John',
    'John 3:16:20 and John 3:1600',
    'Hezekiah 3:16',
    '말 1장',
  ])('are none: %s', (text) => expect(found(text).filter((one) => !one.startsWith('John 3:16 '))).toEqual([]))

  it('go on only with numbers that go on', () => {
    expect(found('John 3:16, 3 people and 40 more')).toEqual(['John 3:16 = John 3 16 3 16'])
    expect(found('롬 8장 28절에서 30가지를, 28절과 31명')).toEqual(['롬 8장 28절 = Rom 8 28 8 28'])
    expect(found('롬 8:28, 31명')).toEqual(['롬 8:28 = Rom 8 28 8 28'])
    expect(found('Rom 8:28, 31 people')).toEqual(['Rom 8:28 = Rom 8 28 8 28'])
    expect(found('Rom 8:28, 1 John 4:8')).toEqual(['Rom 8:28 = Rom 8 28 8 28', '1 John 4:8 = 1John 4 8 4 8'])
  })

  it('are at most a thousand', () => expect(referencesInText('John 3:16 '.repeat(5_000))).toHaveLength(1_000))

  it.each(['abc 1', '1 ', 'x 1:', 'John 3:16,', '3:16-', '시 1', '장', 'John 3:16; 1'])(
    'are looked for in steps that grow with the length of the text: %s',
    (piece) => {
      const text = piece.repeat(20_000 / piece.length)
      const steps = vi.spyOn(RegExp.prototype, 'exec')
      referencesInText(text)
      const looks = steps.mock.calls.length
      steps.mockRestore()
      expect(looks).toBeLessThan(30 * text.length)
    },
  )
})
