import { describe, expect, it } from 'vitest'
import { formatReference } from './format-reference.ts'
import { parseReferences } from './references.ts'

// References as people copy them: from bulletins, margins, older books, other countries and web pages.

/** The references in a text, in short English forms; or the refusal's code, with the suggested book if there is one. */
const read = (text: string): string => {
  const parsed = parseReferences(text)
  if (parsed.status === 'parsed')
    return parsed.references.map((reference) => formatReference(reference, 'en', 'short')).join('; ')
  const { code, parameters } = parsed.problem
  return parameters.suggestion === undefined ? code : `${code}: ${parameters.suggestion}`
}

const rows = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()) as [string, string])

describe('f and ff', () => {
  it.each(
    rows(`
      John 3:16f       | John 3:16–17
      John 3:16 f.     | John 3:16–17
      John 3:16-18f    | John 3:16–19
      John 3:16f, 20   | John 3:16–17; John 3:20
      John 3:16f; 4:2f | John 3:16–17; John 4:2–3
      Mk 8:38f         | Mark 8:38–9:1
      John 3f          | John 3–4
      Jude 3f          | Jude 1:3–4
      Rev 22:21f       | no_such_verse
      John 21f         | no_such_chapter
      John 3:16ff      | John 3:16–36
      John 3:16 ff.    | John 3:16–36
      Mk 8:38ff        | Mark 8:38
      John 3ff         | John 3–21
      요 3:16 이하     | John 3:16–36`),
  )('are one more, and all that follow: %s is %s', (text, references) => expect(read(text)).toBe(references))
})

describe('a comma between a chapter and a verse', () => {
  it.each(
    rows(`
      Joh 3,16              | John 3:16
      Joh 3,16-18           | John 3:16–18
      Joh 3,16; 4,2         | John 3:16; John 4:2
      Joh 3,16.18           | John 3:16; John 3:18
      Joh 3,16 - 4,2        | John 3:16–4:2
      Joh 3,16-4,2.5        | John 3:16–4:2; John 4:5
      요 3,16               | John 3:16
      요 3,16-18            | John 3:16–18
      Mt 5,3                | Matt 5:3
      Mt 5,3-12             | Matt 5:3–12
      Mt. 5,3.5; Joh 3,16f  | Matt 5:3; Matt 5:5; John 3:16–17
      Matthew 1,6f          | Matt 1:6–7
      Jhon 3,16             | John 3:16
      Rom 8,28.31           | Rom 8:28; Rom 8:31
      Rom 8, 28             | Rom 8:28
      Ps 119,105            | Ps 119:105
      Ps 23,1; 24,1-3       | Ps 23:1; Ps 24:1–3
      1 Cor 13,4–7          | 1 Cor 13:4–7
      Gen 1,1; Gen 1,2      | Gen 1:1; Gen 1:2
      Gen 1,60              | no_such_verse
      Ps 119,200            | no_such_verse
      Jude 1,5              | Jude 1:5
      Jude 3,5              | Jude 1:3; Jude 1:5
      Joh 3,16; Jude 3,5    | John 3:16; Jude 1:3; Jude 1:5
      Jude 3,5; Joh 3,16    | Jude 1:3; Jude 1:5; John 3:16
      Joh 3,16; Jude 1,5    | John 3:16; Jude 1:5
      Jude 1,30             | no_such_verse
      요 3장, 16절          | John 3:16
      요 3장, 16-18절       | John 3:16–18
      John 3/16             | John 3:16`),
  )('is read as one: %s is %s', (text, references) => expect(read(text)).toBe(references))

  it.each(
    rows(`
      Matt 5, 6                            | Matt 5; Matt 6
      Gen 1, 2, 3                          | Gen 1; Gen 2; Gen 3
      Gen 1-3, 5                           | Gen 1–3; Gen 5
      Ps 1,23                              | Ps 1; Ps 23
      창 1,2장                             | Gen 1; Gen 2
      창 1,3-5장                           | Gen 1; Gen 3–5
      요 3:16, 4장                         | John 3:16; John 4
      John 3:16; Mark 2,3                  | John 3:16; Mark 2; Mark 3
      Titus 1:1-4,2:15-3:3,12-13,15        | Titus 1:1–4; Titus 2:15–3:3; Titus 3:12–13; Titus 3:15`),
  )('stays between chapters and verses of a list: %s is %s', (text, references) => expect(read(text)).toBe(references))

  it.each([
    ['Gen 1,2', '1,2', '1:2', '1; 2'],
    ['창 1,2', '1,2', '1:2', '1; 2'],
    ['John 3, 16', '3, 16', '3:16', '3; 16'],
    ['Gen 1, 3, 5', '1, 3, 5', '1:3,5', '1; 3; 5'],
    ['Jude 1, 5', '1, 5', '1:5', '1; 5'],
    ['Joh 3,16-18,20', '3,16-18,20', '3:16-18, 20', '3:16-18:20'],
  ])('is asked about where it can be either: %s', (text, quoted, one, other) => {
    const message = `“${quoted}” can be read in two ways. Write ${one} or ${other}.`
    expect(parseReferences(text)).toEqual({
      status: 'refused',
      problem: { code: 'two_readings', parameters: { text: quoted, one, other }, message },
    })
    // The parser accepts both readings.
    const name = text.slice(0, text.indexOf(' '))
    for (const answer of [one, other]) expect(parseReferences(`${name} ${answer}`).status).toBe('parsed')
  })
})

describe('signs that nobody sees', () => {
  it.each([
    'John\u200e 3:16',
    '\u200fJohn 3:16',
    '\u061cJohn 3:16',
    '\u202aJohn 3:16\u202c',
    'John 3:\u206616\u2069',
    '\ufeffJohn 3\u200b:\u200c16\u2060',
    'Jo\u00adhn 3:16',
    '요\u200b3:16',
    'John 3:16\ufe0f',
    'John\u3164 3:16',
  ])('are passed over: %j', (text) => expect(read(text)).toBe('John 3:16'))

  it('are no reference by themselves', () => expect(read('\u200b\u2066')).toBe('empty'))
})

describe('what stands around a reference', () => {
  it.each(
    rows(`
      본문: 요 3:16                                     | John 3:16
      본문 : 요한복음 3장 16절 (신약 145쪽)             | John 3:16
      성경 본문: 롬 8:28-30                             | Rom 8:28–30
      오늘의 말씀 - 시 23편                             | Ps 23
      [본문] 요 3:16                                    | John 3:16
      봉독: 롬 8:1; 신약: 요 3:16                       | Rom 8:1; John 3:16
      Sermon text: 1 John 4:8                           | 1 John 4:8
      Scripture reading - John 3:16                     | John 3:16
      Predigttext: Joh 3,16                             | John 3:16
      요 3:16 (신 145)                                  | John 3:16
      요 3:16 (신 6)                                    | John 3:16; Deut 6
      시 23편(구약 850-851페이지)                       | Ps 23
      요한복음 3:16 신약 145면                          | John 3:16
      John 3:16 (pew Bible, p. 900)                     | John 3:16
      John 3:16, p. 123                                 | John 3:16
      요 3:16 (개역개정)                                | John 3:16
      요 3:16 개역한글판                                | John 3:16
      John 3:16 NIV                                     | John 3:16
      John 3:16 (NIV)                                   | John 3:16
      John 3:16, NKJV                                   | John 3:16
      John 3:16 KRV                                     | John 3:16
      see John 3:16                                     | John 3:16
      See also Mark 2:1; cf. Luke 3:4                   | Mark 2:1; Luke 3:4
      John 3:16 (vgl. Mark 2:1)                         | John 3:16; Mark 2:1
      요 3:16 참조                                      | John 3:16
      참고: 요 3:16                                     | John 3:16
      ++2 Cor. 5:1-4                                    | 2 Cor 5:1–4
      --John 3:16                                       | John 3:16
      • John 3:16                                       | John 3:16
      1) John 3:16                                      | John 3:16
      John 3:16 + 18                                    | John 3:16; John 3:18
      John 3:16/18                                      | John 3:16; John 3:18
      John 3:16 / Mark 2:1                              | John 3:16; Mark 2:1
      요 3:16、18절                                     | John 3:16; John 3:18`),
  )('is passed over: %s is %s', (text, references) => expect(read(text)).toBe(references))

  it.each(
    rows(`
      see John 3:16 please | not_a_reference
      1 P 5:7              | 1 Pet 5:7
      1 P 5                | 1 Pet 5
      (MARK) 2:1           | Mark 2:1
      Luke: John 3:16      | Luke 1–24; John 3:16
      John 3:16 FF         | John 3:16–36`),
  )('is not passed over where it is a word or a book: %s is %s', (text, references) =>
    expect(read(text)).toBe(references),
  )
})

it.each(
  rows(`
    창 2:4上               | Gen 2:4
    창 2:4 下              | Gen 2:4
    창 1:1上-2:4下         | Gen 1:1–2:4
    창 1:1上, 3下          | Gen 1:1; Gen 1:3
    창세기 2장 4절下       | Gen 2:4
    창세기 2장 4절 하반부  | Gen 2:4
    창 2:4a-7b             | Gen 2:4–7`),
)('reads halves of verses as the verses: %s is %s', (text, references) => expect(read(text)).toBe(references))

describe('chapters in Roman figures', () => {
  it.each(
    rows(`
      John iii. 16           | John 3:16
      John III:16            | John 3:16
      Jn iii 16              | John 3:16
      John Ⅲ 16              | John 3:16
      요 Ⅲ:16                | John 3:16
      요한복음 III장 16절    | John 3:16
      Psalm xxiii            | Ps 23
      Ps. cxix. 105          | Ps 119:105
      Rom. viii. 28-30       | Rom 8:28–30
      Rom viii verse 28      | Rom 8:28
      I Cor. xiii. 4–7       | 1 Cor 13:4–7
      Isa. lii. 13-liii. 12  | Isa 52:13–53:12
      Gen. i. 1-ii. 3        | Gen 1:1–2:3
      Ps. i-iii              | Ps 1–3
      Acts ii and iii        | Acts 2; Acts 3
      Matt. V. 3             | Matt 5:3
      John xxii              | no_such_chapter
      Matt. v. 3             | no_chapter
      Jude v. 3              | Jude 1:3
      John 3:16; I John 4:8  | John 3:16; 1 John 4:8
      John iix. 3            | unknown_book`),
  )('are read: %s is %s', (text, references) => expect(read(text)).toBe(references))
})

describe('a book that is not meant', () => {
  it.each(
    rows(`
      Jude 6:12         | no_such_chapter: Judges
      유 3:1            | no_such_chapter: Judges
      Philemon 4:13     | no_such_chapter: Philippians
      2 John 3:16       | no_such_chapter: 1 John
      요삼 21:1         | no_such_chapter: John
      Obadiah 2:1       | no_such_chapter
      Jude 30:1         | no_such_chapter
      Röm 8,28.31       | unknown_book: Romans
      1 Kor 13,4–7      | unknown_book: 1 Corinthians
      Offb 3,20         | unknown_book: Revelation
      Apg 2,38          | unknown_book: Acts
      1. Mo 3:15        | unknown_book: Genesis
      1. Mose 3,15      | unknown_book: Genesis
      5 Mose 6,4        | unknown_book: Deuteronomy
      2. Könige 3       | unknown_book: 2 Kings
      Matthäus 5,3      | unknown_book: Matthew
      Genèse 1:1        | unknown_book: Genesis
      1 Jean 4.8        | unknown_book: 1 John
      Mateo 5:3         | unknown_book: Matthew
      43:3:16           | not_a_reference`),
  )('is answered with the one that is: %s is %s', (text, references) => expect(read(text)).toBe(references))

  it('is named whole, so that its place can be taken', () => {
    expect(parseReferences('1. Mose 3,15')).toMatchObject({ problem: { parameters: { name: '1. Mose' } } })
    expect(parseReferences('Jude 6:12')).toMatchObject({
      problem: { message: 'Jude has 1 chapter. Did you mean Judges?' },
    })
  })
})

it.each(
  rows(`
    1 Kings 1:1-Kings 1:10               | 1 Kgs 1:1–10
    1 Chronicles 1:5-1 Chronicles 1:7    | 1 Chr 1:5–7
    Ezra 1:1-Ezra 2:1                    | Ezra 1:1–2:1
    Lev. 17–18                           | Lev 17–18
    2 John 1:5-6                         | 2 John 1:5–6
    요한3서 2절                          | 3 John 1:2
    JHN.3.16                             | John 3:16
    Gen.1.1-Gen.1.3                      | Gen 1:1–3
    Lk 1:46b-55                          | Luke 1:46–55
    Ps 119 v 105                         | Ps 119:105
    John ch. 3 vv. 16–18                 | John 3:16–18
    Isaiah 52:13–53:12                   | Isa 52:13–53:12
    John 3:16 & 18                       | John 3:16; John 3:18`),
)('reads %s as %s, as before', (text, references) => expect(read(text)).toBe(references))
