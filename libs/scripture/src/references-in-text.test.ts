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
    ['as Acts of the Apostles 1:8 says', ['Acts of the Apostles 1:8 = Acts 1 8 1 8']],
    ['rom 8:28 as people type', ['rom 8:28 = Rom 8 28 8 28']],
    [
      '요 3:16부터 18까지, 요 3:16부터 4:2까지',
      ['요 3:16부터 18까지 = John 3 16 3 18', '요 3:16부터 4:2까지 = John 3 16 4 2'],
    ],
    [
      '요한복음 3장부터 5장까지, 시편 3편에서 5편까지',
      ['요한복음 3장부터 5장까지 = John 3 5', '시편 3편에서 5편까지 = Ps 3 5'],
    ],
    ['John 3.16-18, 20.', ['John 3.16-18 = John 3 16 3 18', '20 = John 3 20 3 20']],
    ['Gen 1.1-3 and 1 Cor 13.4 say', ['Gen 1.1-3 = Gen 1 1 1 3', '1 Cor 13.4 = 1Cor 13 4 13 4']],
    ['Prov. 3.5, Psalm 23.1 my', ['Prov. 3.5 = Prov 3 5 3 5', 'Psalm 23.1 = Ps 23 1 23 1']],
    ['Ps. 23.1과 요한복음 3.16', ['Ps. 23.1 = Ps 23 1 23 1', '요한복음 3.16 = John 3 16 3 16']],
    ['Jude 1-5, Jude 1 and 2 Jn 5', ['Jude 1-5 = Jude 1 1 1 5', 'Jude 1 = Jude 1 1', '2 Jn 5 = 2John 1 5 1 5']],
    ['Jude v. 5, 8', ['Jude v. 5 = Jude 1 5 1 5', '8 = Jude 1 8 1 8']],
    [
      'Philemon verses 6-7, 3 John v1, Phlm 6',
      ['Philemon verses 6-7 = Phlm 1 6 1 7', '3 John v1 = 3John 1 1 1 1', 'Phlm 6 = Phlm 1 6 1 6'],
    ],
    ['유다서 5절과 7절: 몬 6-7절', ['유다서 5절 = Jude 1 5 1 5', '7절 = Jude 1 7 1 7', '몬 6-7절 = Phlm 1 6 1 7']],
    ['Matt 5:1, John 3:16', ['Matt 5:1 = Matt 5 1 5 1', 'John 3:16 = John 3 16 3 16']],
    ['Matt 5:1 John 3:16', ['Matt 5:1 = Matt 5 1 5 1', 'John 3:16 = John 3 16 3 16']],
    ['Matthew 5:1\nJohn 3:16', ['Matthew 5:1 = Matt 5 1 5 1', 'John 3:16 = John 3 16 3 16']],
    ['Luke 2:1; John 1:14', ['Luke 2:1 = Luke 2 1 2 1', 'John 1:14 = John 1 14 1 14']],
    ['Gen 1:1–3; John 1:1–3', ['Gen 1:1–3 = Gen 1 1 1 3', 'John 1:1–3 = John 1 1 1 3']],
    ['Heb 11:1 (John 3:16)', ['Heb 11:1 = Heb 11 1 11 1', 'John 3:16 = John 3 16 3 16']],
    ['at 5:1 John 3:16', ['John 3:16 = John 3 16 3 16']],
    ['Chapter 1. John 3:16', ['John 3:16 = John 3 16 3 16']],
    ['Chapter 1\nJohn 3:16', ['John 3:16 = John 3 16 3 16']],
    ['First, John 3:16 says', ['John 3:16 = John 3 16 3 16']],
    ['Second, John 3:16 says', ['John 3:16 = John 3 16 3 16']],
    ['see 1. Cor 13:4', ['1. Cor 13:4 = 1Cor 13 4 13 4']],
    ['Song of\nSolomon 2:1', ['Song of\nSolomon 2:1 = Song 2 1 2 1']],
    ['Luke 2:1\nTimothy 3:16', ['Luke 2:1 = Luke 2 1 2 1']],
    ['Amen. 1 John 3:16', ['1 John 3:16 = 1John 3 16 3 16']],
    ['See: 1. John 3:16', ['1. John 3:16 = 1John 3 16 3 16']],
    ['I John 3:16, First John 3:16', ['I John 3:16 = 1John 3 16 3 16', 'First John 3:16 = 1John 3 16 3 16']],
    ['Rom 8:28; 1Jn 3:16', ['Rom 8:28 = Rom 8 28 8 28', '1Jn 3:16 = 1John 3 16 3 16']],
    ['Solomon’s Song 2:1', ['Solomon’s Song 2:1 = Song 2 1 2 1']],
    ['오바댜 1절, 요한2서 5절', ['오바댜 1절 = Obad 1 1 1 1', '요한2서 5절 = 2John 1 5 1 5']],
    ['요한3서 4절부터 6절까지', ['요한3서 4절부터 6절까지 = 3John 1 4 1 6']],
  ])('are found: %s', (text, expected) => expect(found(text)).toEqual(expected))

  it.each([
    'We meet at 3:16, the time is 10:30',
    'John 3:99, John 22:1, John 3:0',
    '약 3:30에 만나요',
    'It costs 3.16, about acts 3.5, 약 3.5배, version 2.0, Mark 3.60',
    '창세기 3절, Acts v. 5, 유다서 5장, 유다서 99절',
    'Rom 8 of them, so 5 and am 5',
    '미세먼지 PM 10, PM10, Pm 10, Pm. 10, at 3 PM 5 people',
    'Is 2.5 enough? So 2.5 million, Am 3.5 km, Pro 2.1, Mr. 3.5',
    'Mark 4.5 million, Mark 4.5% and Mark 4.5 %, Mark 4.5kg, Mark 4.5 km, Acts. 2.5 of them',
    '우리 아가 3.5kg, 아가 3.5, 로마 3.5%, 로마 3.5, 요일 3.5, 고전 3.5, 요한복음 3.5%',
    'Romans\n3.1 Introduction',
    'John 3:16; 4.5 million and John 3:16; 4.5',
    'see 3 John',
    'John 3:16:20 and John 3:1600',
    'Hezekiah 3:16',
    '말 1장',
  ])('are none: %s', (text) => expect(found(text).filter((one) => !one.startsWith('John 3:16 '))).toEqual([]))

  it('are the beginning alone of a range that runs backwards or too far', () => {
    expect(found('John 3:18-16, John 3:16-99')).toEqual(['John 3:18 = John 3 18 3 18', 'John 3:16 = John 3 16 3 16'])
    expect(found('요 3:18부터 16까지')).toEqual(['요 3:18 = John 3 18 3 18'])
    expect(found('시편 5편부터 3편까지, 롬 8:28, 31-29')).toEqual([
      ...['시편 5편 = Ps 5 5', '롬 8:28 = Rom 8 28 8 28', '31 = Rom 8 31 8 31'],
    ])
    expect(found('유다서 3절부터 1장까지')).toEqual(['유다서 3절 = Jude 1 3 1 3'])
  })

  it('go on only with numbers that go on', () => {
    expect(found('John 3:16, 4.5 million, Rom 8:28, 31.5 kg')).toEqual([
      ...['John 3:16 = John 3 16 3 16', 'Rom 8:28 = Rom 8 28 8 28'],
    ])
    expect(found('요 3:16부터 30분 동안')).toEqual(['요 3:16 = John 3 16 3 16'])
    expect(found('John 3:16, 3 people and 40 more')).toEqual(['John 3:16 = John 3 16 3 16'])
    expect(found('롬 8장 28절에서 30가지를, 28절과 31명')).toEqual(['롬 8장 28절 = Rom 8 28 8 28'])
    expect(found('롬 8:28, 31명')).toEqual(['롬 8:28 = Rom 8 28 8 28'])
    expect(found('Rom 8:28, 31 people')).toEqual(['Rom 8:28 = Rom 8 28 8 28'])
    expect(found('Rom 8:28, 1 John 4:8')).toEqual(['Rom 8:28 = Rom 8 28 8 28', '1 John 4:8 = 1John 4 8 4 8'])
  })

  it('are at most a thousand', () => expect(referencesInText('John 3:16 '.repeat(5_000))).toHaveLength(1_000))

  it.each(['abc 1', '1 ', 'x 1:', 'John 3:16,', '3:16-', '시 1', '장', 'John 3:16; 1', '유 5절부터 ', 'v. 1'])(
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
