import { describe, expect, it } from 'vitest'
import { BOOKS, type Book } from './books.ts'
import { chapterCount } from './chapters.ts'
import { formatReference, type Reference } from './format-reference.ts'
import { JUNK } from './junk-references.contract.ts'
import { parseReferences } from './references.ts'
import { verseCount } from './verse-counts.ts'

/** The references read from a text, in short English forms; or the code of the refusal. */
const read = (text: string): string => {
  const parsed = parseReferences(text)
  if (parsed.status === 'refused') return parsed.problem.code
  return parsed.references.map((reference) => formatReference(reference, 'en', 'short')).join('; ')
}
const refusal = (text: string) => {
  const parsed = parseReferences(text)
  return parsed.status === 'refused' ? parsed.problem : null
}

/** References of every form in a book. */
const shapes = (book: Book): Reference[] => {
  const last = chapterCount(book)
  const verses = verseCount(book, last)
  const at = (chapter: number, verse: number | null, endChapter: number, endVerse: number | null) => ({
    book: book.name.en,
    chapter,
    verse,
    endChapter,
    endVerse,
  })
  const shapes = [at(1, null, 1, null), at(last, verses, last, verses), at(1, 2, 1, 5)]
  return last === 1 ? shapes : [...shapes, at(1, null, last, null), at(1, 3, last, 2)]
}

describe('a reference that is written out', () => {
  const names = BOOKS.map((book) => [book.name.en, book] as const)

  it.each(names)('is read back in %s, in both languages, in full and short', (_, book) => {
    for (const reference of shapes(book))
      for (const language of ['en', 'ko'] as const)
        for (const length of ['full', 'short'] as const) {
          const text = formatReference(reference, language, length)
          expect([text, parseReferences(text)]).toEqual([
            text,
            { status: 'parsed', references: [reference], truncated: false },
          ])
        }
  })

  it.each(names)('is read by every name there is of %s', (_, book) => {
    const known = [...Object.values(book.name), ...Object.values(book.abbreviation), book.osis, book.usfm]
    for (const name of [...known, ...book.otherNames])
      for (const text of [`${name.toLowerCase()}. 1.2`, ` ${name.normalize('NFD')}1:2 `])
        expect([text, read(text)]).toEqual([text, `${book.abbreviation.en} 1:2`])
  })

  it.each([
    ['John 3', 'en', 'full', { chapter: 3, verse: null, endChapter: 3, endVerse: null }, 'John'],
    ['John 3–5', 'en', 'full', { chapter: 3, verse: null, endChapter: 5, endVerse: null }, 'John'],
    ['John 3:16', 'en', 'full', { chapter: 3, verse: 16, endChapter: 3, endVerse: 16 }, 'John'],
    ['John 3:16–18', 'en', 'full', { chapter: 3, verse: 16, endChapter: 3, endVerse: 18 }, 'John'],
    ['John 3:16–4:2', 'en', 'full', { chapter: 3, verse: 16, endChapter: 4, endVerse: 2 }, 'John'],
    ['Psalm 23', 'en', 'full', { chapter: 23, verse: null, endChapter: 23, endVerse: null }, 'Psalms'],
    ['Psalms 23–25', 'en', 'full', { chapter: 23, verse: null, endChapter: 25, endVerse: null }, 'Psalms'],
    ['시편 23편', 'ko', 'full', { chapter: 23, verse: null, endChapter: 23, endVerse: null }, 'Psalms'],
    ['요한복음 3장', 'ko', 'full', { chapter: 3, verse: null, endChapter: 3, endVerse: null }, 'John'],
    ['고전 13:4-7', 'ko', 'short', { chapter: 13, verse: 4, endChapter: 13, endVerse: 7 }, '1 Corinthians'],
    ['Tobit 1', 'ko', 'full', { chapter: 1, verse: 2, endChapter: 1, endVerse: 2 }, 'Tobit'],
  ] as const)('looks like %s', (text, language, length, places, book) => {
    const written = formatReference({ book, ...places }, language, length)
    expect(written.startsWith(text)).toBe(true)
    if (book !== 'Tobit') expect(written).toBe(text)
  })
})

describe('reading references', () => {
  it('answers with English names, verse null for a whole chapter', () => {
    expect(parseReferences('요 3:16-4:2; 시 23')).toEqual({
      status: 'parsed',
      references: [
        { book: 'John', chapter: 3, verse: 16, endChapter: 4, endVerse: 2 },
        { book: 'Psalms', chapter: 23, verse: null, endChapter: 23, endVerse: null },
      ],
      truncated: false,
    })
  })

  it.each([
    ['Jn 3.16', 'John 3:16'],
    ['john3:16', 'John 3:16'],
    ['John 3 16', 'John 3:16'],
    ['John chapter 3 verse 16', 'John 3:16'],
    ['chapter 3 of John', 'John 3'],
    ['the Gospel of John 3:16', 'John 3:16'],
    ['JOHN 3:16–18', 'John 3:16–18'],
    ['John 3:16—18', 'John 3:16–18'],
    ['John 3:16−18', 'John 3:16–18'],
    ['John 3:16ff', 'John 3:16–36'],
    ['John 3:16-John 3:18', 'John 3:16–18'],
    ['Jhon 3:16', 'John 3:16'],
    ['1John 4:8', '1 John 4:8'],
    ['I John 4:8', '1 John 4:8'],
    ['First John 4:8', '1 John 4:8'],
    ['１ Ｊｏｈｎ ４：８', '1 John 4:8'],
    ['III John 4', '3 John 1:4'],
    ['Ps. 23', 'Ps 23'],
    ['Pss 1-3', 'Ps 1–3'],
    ['Psalm 119:105', 'Ps 119:105'],
    ['Song of Songs 2:10', 'Song 2:10'],
    ['Canticles 2:10', 'Song 2:10'],
    ['Jude 5', 'Jude 1:5'],
    ['Jude 1', 'Jude 1'],
    ['Jude 1:5', 'Jude 1:5'],
    ['Obad 1-4', 'Obad 1:1–4'],
    ['Philemon', 'Phlm 1'],
    ['Ruth', 'Ruth 1–4'],
    ['Matt 5, 6', 'Matt 5; Matt 6'],
    ['Gen 1-3, 5', 'Gen 1–3; Gen 5'],
    ['John 3:16-18, 20', 'John 3:16–18; John 3:20'],
    ['John 3:16,18;4:2', 'John 3:16; John 3:18; John 4:2'],
    ['John 3:16 and Mark 2', 'John 3:16; Mark 2'],
    ['Gen 50 - Exod 2', 'Gen 50; Exod 1–2'],
    ['Mal 4:5-Matt 1:2', 'Mal 4:5–6; Matt 1:1–2'],
    ['Gen 1:1-2:3', 'Gen 1:1–2:3'],
    ['2 Cor 13:14', '2 Cor 13:14'],
    ['3 John 15', '3 John 1:15'],
    ['Rev 12:18', 'Rev 12:18'],
    ['John (3:16)', 'John 3:16'],
    ['John 3:16 (Mark 2:1)', 'John 3:16; Mark 2:1'],
    ['John 3:16, 16-18; 3:17-4:2, 5', 'John 3:16–4:2; John 4:5'],
    ['John 3:16; John 3', 'John 3'],
    ['John 3; Mark 1; John 2:25-3:5', 'John 2:25–3:36; Mark 1'],
    ['Gen 1-3; 5-7; 2-6', 'Gen 1–7'],
  ])('reads %s as %s', (text, references) => expect(read(text)).toBe(references))

  it.each([
    ['요3:16', 'John 3:16'],
    ['요 3:16-18, 20', 'John 3:16–18; John 3:20'],
    ['요 ３：１６∼１８', 'John 3:16–18'],
    ['요한복음 3장 16절', 'John 3:16'],
    ['요한복음 제3장 제16절', 'John 3:16'],
    ['요한복음3장16절말씀', 'John 3:16'],
    ['요한복음 3장 16절과 18절', 'John 3:16; John 3:18'],
    ['요한복음 3장 16절부터 18절까지', 'John 3:16–18'],
    ['요 3장 16절에서 4장 2절까지', 'John 3:16–4:2'],
    ['요 3:16부터 18까지', 'John 3:16–18'],
    ['요 3:16에서 4:2까지', 'John 3:16–4:2'],
    ['요한복음 3장 16 부터 18 까지', 'John 3:16–18'],
    ['요한복음 3장 16절 하반절', 'John 3:16'],
    ['창 2:4하', 'Gen 2:4'],
    ['창 1:1상-2:4상', 'Gen 1:1–2:4'],
    ['마 5:3·5', 'Matt 5:3; Matt 5:5'],
    ['마 5:3ㆍ5', 'Matt 5:3; Matt 5:5'],
    ['마 5:3・5', 'Matt 5:3; Matt 5:5'],
    ['요한복음 3장 16절·18절', 'John 3:16; John 3:18'],
    ['요한복음 3장 16·18-20절', 'John 3:16; John 3:18–20'],
    ['시편 1·23편', 'Ps 1; Ps 23'],
    ['요한복음 3장 16절 이하', 'John 3:16–36'],
    ['요 3:16이하', 'John 3:16–36'],
    ['마태복음 26장 이하', 'Matt 26–28'],
    ['요1:1', 'John 1:1'],
    ['요일 4:8', '1 John 4:8'],
    ['요한1서 4장 8절', '1 John 4:8'],
    ['고린도 전서 13장', '1 Cor 13'],
    ['고전 13장', '1 Cor 13'],
    ['시 23', 'Ps 23'],
    ['시편 23편', 'Ps 23'],
    ['시편 3편 1절', 'Ps 3:1'],
    ['시편 1편, 2편', 'Ps 1; Ps 2'],
    ['창 1~3장', 'Gen 1–3'],
    ['창세기 1장부터 3장까지', 'Gen 1–3'],
    ['마 5,6장', 'Matt 5; Matt 6'],
    ['유다서 5절', 'Jude 1:5'],
    ['유 1:5', 'Jude 1:5'],
    ['몬 6', 'Phlm 1:6'],
    ['막 1:1; 눅 2:1', 'Mark 1:1; Luke 2:1'],
    ['요 3:16 그리고 막 2:1', 'John 3:16; Mark 2:1'],
    ['나 1:7', 'Nah 1:7'],
    ['에 4:14', 'Esth 4:14'],
    ['「롬 8:28」', 'Rom 8:28'],
    ['요한복음(3:16)', 'John 3:16'],
    ['요 3장(16절)', 'John 3:16'],
  ])('reads %s as %s', (text, references) => expect(read(text)).toBe(references))
})

describe('what is no reference', () => {
  it.each([
    ['', 'empty', 'Enter a reference, such as John 3:16.'],
    [' \n ', 'empty', 'Enter a reference, such as John 3:16.'],
    ['Psalm 151', 'no_such_chapter', 'Psalms has 150 chapters.'],
    ['시편 151편', 'no_such_chapter', 'Psalms has 150 chapters.'],
    ['John 0', 'no_such_chapter', 'John has 21 chapters.'],
    ['Heb 13-15', 'no_such_chapter', 'Hebrews has 13 chapters.'],
    ['Jude 2:1', 'no_such_chapter', 'Jude has 1 chapter. Did you mean Judges?'],
    ['John 3:37', 'no_such_verse', 'John 3 has 36 verses.'],
    ['John 3:30-40', 'no_such_verse', 'John 3 has 36 verses.'],
    ['John 3:16; 4:99', 'no_such_verse', 'John 4 has 54 verses.'],
    ['John 3:0', 'no_such_verse', 'John 3 has 36 verses.'],
    ['Jude 26', 'no_such_verse', 'Jude 1 has 25 verses.'],
    ['시 117:3', 'no_such_verse', 'Psalm 117 has 2 verses.'],
    ['Jonn 3:16', 'unknown_book', 'There is no book called “Jonn”. Did you mean John?'],
    ['요환복음 3:16', 'unknown_book', 'There is no book called “요환복음”. Did you mean John?'],
    ['Tobit 1:1', 'unknown_book', 'There is no book called “Tobit”.'],
    ['John 3:16; Foobar 2:1', 'unknown_book', 'There is no book called “Foobar”.'],
    ['요한복음 16절', 'no_chapter', 'Say which chapter of John.'],
    ['John 5-3', 'ends_before_it_begins', '“John 5-3” ends before it begins.'],
    ['John 3:18-16', 'ends_before_it_begins', '“John 3:18-16” ends before it begins.'],
    ['John 4:2-3:16', 'ends_before_it_begins', '“John 4:2-3:16” ends before it begins.'],
    ['John 3:16-3:10', 'ends_before_it_begins', '“John 3:16-3:10” ends before it begins.'],
    ['Exodus-Genesis', 'ends_before_it_begins', '“Exodus-Genesis” ends before it begins.'],
    ['3:16', 'not_a_reference', '“3:16” is not a Bible reference. Try one like John 3:16.'],
    ['love one another', 'not_a_reference', '“love one another” is not a Bible reference. Try one like John 3:16.'],
    [
      'see John 3:16 please',
      'not_a_reference',
      '“see John 3:16 please” is not a Bible reference. Try one like John 3:16.',
    ],
    ['서로 사랑하라', 'not_a_reference', '“서로 사랑하라” is not a Bible reference. Try one like John 3:16.'],
  ])('refuses “%s” as %s, in words', (text, code, message) => {
    const problem = refusal(text)
    expect([problem?.code, problem?.message]).toEqual([code, message])
  })

  it('are more books than can be read at once', () => {
    expect(refusal('창-계,'.repeat(120))?.code).toBe('too_many')
    expect(refusal('ﷺ'.repeat(100))?.code).toBe('too_long')
  })

  it('names what the message names, for words in another language', () => {
    expect(refusal('요 3:40')?.parameters).toEqual({ book: 'John', chapter: 3, verses: 36 })
    expect(refusal('시 151')?.parameters).toEqual({ book: 'Psalms', chapters: 150 })
    expect(refusal('Jonn 3')?.parameters).toEqual({ name: 'Jonn', suggestion: 'John' })
  })
})

describe('a list of references', () => {
  /** The first odd verses of a psalm, so that no two are neighbours. */
  const verses = (count: number) => Array.from({ length: count }, (_, place) => place * 2 + 1).join()

  it('gives no more than a page of them, and says that there are more', () => {
    const list = `시119:${verses(88)};시78:${verses(12)}`
    expect(parseReferences(list)).toMatchObject({ references: { length: 100 }, truncated: false })
    expect(parseReferences(`${list},71`)).toMatchObject({ references: { length: 100 }, truncated: true })
    // A passage that is in the list already is not left out, so `truncated` is false.
    expect(parseReferences(`${list},23`)).toMatchObject({ references: { length: 100 }, truncated: false })
  })

  it('has each passage once, however often it is named', () => {
    expect(parseReferences('창-계,'.repeat(60))).toMatchObject({ references: { length: 66 }, truncated: false })
    expect(read('요('.repeat(120))).toBe('John 1–21')
  })
})

describe('hostile text', () => {
  // tools/src/hostile-references.whole.test.ts checks how much work these texts cause.
  it.each(JUNK)('is refused where it is longer than what is read: 10 KB of %j', (unit) => {
    expect(refusal(unit.repeat(10_000))?.code).toBe('too_long')
  })

  it.each(JUNK)('is parsed or refused without throwing at the longest that is read: %j', (unit) => {
    for (const length of [500, 330, 240])
      expect(['parsed', 'refused']).toContain(parseReferences(unit.repeat(length).slice(0, length)).status)
  })

  it('survives a thousand random texts made of what references are made of', () => {
    const pieces = [
      'John',
      '요',
      '시편',
      '3',
      '16',
      '999',
      ':',
      '-',
      ',',
      ';',
      ' ',
      '장',
      '절',
      '편',
      'and',
      '~',
      'ff',
      '1',
      '제',
      '부터',
    ]
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 1000; round++) {
      const text = Array.from({ length: 1 + next(8) }, () => pieces[next(pieces.length)]).join('')
      const parsed = parseReferences(text)
      if (parsed.status === 'refused') continue
      for (const { book, chapter, verse, endChapter, endVerse } of parsed.references) {
        const of = BOOKS.find(({ name }) => name.en === book)!
        const [from, to] = [chapter * 1000 + (verse ?? 0), endChapter * 1000 + (endVerse ?? 0)]
        expect([
          text,
          chapter >= 1,
          endChapter <= chapterCount(of),
          from <= to,
          (verse === null) === (endVerse === null),
        ]).toEqual([text, true, true, true, true])
      }
    }
  })
})
