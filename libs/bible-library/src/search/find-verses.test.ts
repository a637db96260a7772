import { afterAll, describe, expect, it } from 'vitest'
import { readCursor } from './cursor.ts'
import { findVersesInSteps } from './find-verses.ts'
import { libraryOf, type TestVersion, writeVersion } from './library-of.contract.ts'
import { parseQuery, QUERY_MAX } from './query.ts'
import { openFindVerses, openFindVersesWithPauses, openSearchIndex } from './search-index.ts'

const EN: TestVersion = {
  language: 'en',
  verses: {
    1001001: 'In the beginning God created the heaven and the earth.',
    1001002: 'And the earth was without form, and void.',
    6018022: 'And Beth-arabah, and Zemaraim, and Beth-el,',
    19023001: 'The LORD is my shepherd; I shall not want.',
    40005005: 'Blessed are the meek: for they shall inherit the earth.',
    43003016:
      'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish.',
    43010011: 'I am the good shepherd: the good shepherd giveth his life for the sheep.',
    62004007:
      'Beloved, let us love one another: for love is of God; and every one that loveth is born of God, and knoweth God.',
  },
}
const KO: TestVersion = {
  language: 'ko',
  verses: {
    1001001: '태초에 하나님이 천지를 창조하시니라',
    19023001: '여호와는 나의 목자시니 내가 부족함이 없으리로다',
    40001001: '아브라함과 다윗의 자손 예수 그리스도의 세계라',
    43003016: '하나님이 세상을 이처럼 사랑하사 독생자를 주셨으니',
    46013004: '사랑은 오래 참고 사랑은 온유하며',
    46013013: '그런즉 믿음, 소망, 사랑 이 세가지는 항상 있을 것인데',
    66001001: '새로운 학교에 신학교가 있고 학교는 크다',
  },
}

const { library, file, close } = libraryOf({ EN, KO })
afterAll(close)
const find = openFindVerses(library)
const ids = (query: string, more: { versions?: string[]; book?: number; testament?: 'old' | 'new' } = {}) =>
  find({ query, limit: 20, ...more }).hits.map(({ id }) => id)
const marked = (query: string, id: number) => {
  const text = find({ query, limit: 20 }).hits.find((one) => one.id === id)?.texts[0]
  return text?.marks.map(([start, end]) => text.text.slice(start, end))
}

describe('a search for English words', () => {
  it('finds them in any case, with or without accents, full width or not', () => {
    for (const query of ['shepherd', 'SHEPHERD', 'Shépherd', 'ｓｈｅｐｈｅｒｄ'])
      expect(ids(query)).toEqual([43010011, 19023001])
  })

  it('finds other forms of them, also those of the Authorised Version', () => {
    for (const query of ['believe', 'believes', 'believeth', 'believed']) expect(ids(query)).toEqual([43003016])
    expect(ids('knows')).toEqual([62004007])
  })

  it('wants all of them', () => {
    expect(ids('shepherd sheep')).toEqual([43010011])
    expect(ids('shepherd heaven')).toEqual([])
  })

  it('puts the exact phrase first, then all words, then other forms', () => {
    expect(ids('the good')).toEqual([43010011])
    expect(ids('god loved')[0]).toBe(43003016)
    expect(ids('love')).toEqual([62004007, 43003016])
    expect(ids('loved')).toEqual([43003016, 62004007])
  })

  it('finds a hyphenated name however it is written', () => {
    for (const query of ['bethel', 'Beth-el', 'beth el']) expect(ids(query)).toEqual([6018022])
    expect(marked('Bethel', 6018022)).toEqual(['Beth-el'])
  })

  it('finds a hyphenated word of more parts than are looked for as one', () => {
    const letters = 'a-b-c-d-e-f-g-h-i-j-k-l-m'
    const long = libraryOf({ LONG: { language: 'en', verses: { 1001001: `So ${letters}.`, 1001002: 'a b c' } } })
    const found = openFindVerses(long.library)({ query: letters, limit: 20 }).hits.map(({ id }) => id)
    long.close()
    expect(found).toEqual([1001001])
  })

  it('leaves out what stands behind a minus', () => {
    expect(ids('shepherd -sheep')).toEqual([19023001])
    expect(ids('shepherd -"good shepherd"')).toEqual([19023001])
    expect(ids('-shepherd')).toEqual([])
  })

  it('takes a phrase in quotes as it stands', () => {
    expect(ids('"my shepherd"')).toEqual([19023001])
    expect(ids('“my shepherd”')).toEqual([19023001])
    expect(ids('"shepherd my"')).toEqual([])
    expect(ids('"love of God"')).toEqual([])
    expect(marked('"is of God"', 62004007)).toEqual(['is of God'])
  })

  it('marks every form that it found, and nothing else', () => {
    expect(marked('love', 62004007)).toEqual(['love', 'love', 'loveth'])
    expect(marked('the earth', 1001001)).toEqual(['the', 'the', 'the', 'earth'])
  })
})

describe('operators', () => {
  it('OR: one of them is enough, and more words are wanted as well', () => {
    expect(ids('meek OR void').toSorted()).toEqual([1001002, 40005005])
    expect(ids('earth meek OR void').toSorted()).toEqual([1001002, 40005005])
    expect(ids('heaven meek OR void')).toEqual([])
    expect(ids('"my shepherd" OR "good shepherd" OR xylophone').toSorted()).toEqual([19023001, 43010011])
    expect(ids('shepherd OR 사랑 -sheep')).not.toContain(43010011)
    expect(marked('meek OR earth', 40005005)).toEqual(['meek', 'earth'])
    // In lower case, `or` is a word and no operator.
    expect(ids('meek or void')).toEqual([])
  })

  it('near: at most so many words apart, in either order, and within a verse', () => {
    expect(ids('heaven near/3 earth')).toEqual([1001001])
    expect(ids('earth near/3 heaven')).toEqual([1001001])
    expect(ids('heaven near/2 earth')).toEqual([])
    expect(ids('god near/3 world')).toEqual([])
    expect(ids('god near/4 world')).toEqual([43003016])
    expect(ids('loved near/2 world near/3 so')).toEqual([43003016])
    expect(ids('"the good" NEAR/9 sheep OR meek').toSorted()).toEqual([40005005, 43010011])
    // A word is not near itself, but near another occurrence of the same word.
    expect(ids('void near/50 void')).toEqual([])
    expect(ids('love near/4 love')).toEqual([62004007])
    // The last word of a verse is not near the first word of the next verse.
    expect(ids('earth near/50 void')).toEqual([1001002])
    expect(marked('heaven near/3 earth', 1001001)).toEqual(['heaven', 'earth'])
    expect(ids('하나님 near/4 사랑')).toEqual([43003016])
    expect(ids('하나님 near/1 독생자')).toEqual([])
  })

  it('a star: every word that begins so', () => {
    expect(ids('shep*').toSorted()).toEqual([19023001, 43010011])
    expect(ids('beli*')).toEqual([43003016])
    expect(marked('lov*', 62004007)).toEqual(['love', 'love', 'loveth'])
    expect(ids('love -lov*')).toEqual([])
    expect(ids('xyl*')).toEqual([])
    expect(ids('학교*')).toEqual([66001001])
    expect(ids('나님*')).toEqual([])
    expect(ids('나님')).toHaveLength(2)
  })

  it('in: the books to search, by any name, also from one to another and without one', () => {
    expect(ids('shepherd in:John')).toEqual([43010011])
    expect(ids('shepherd in:요')).toEqual([43010011])
    expect(ids('shepherd in:시편-요한복음').toSorted()).toEqual([19023001, 43010011])
    expect(ids('love in:"1 John"')).toEqual([62004007])
    expect(ids('love in:1John in:John').toSorted()).toEqual([43003016, 62004007])
    expect(ids('shepherd -in:John')).toEqual([19023001])
    expect(find({ query: 'shepherd in:Psalms', limit: 1 })).toMatchObject({
      total: 1,
      reference: null,
      books: [{ book: 'Psalms', count: 1 }],
      versions: [{ version: 'EN', count: 1 }],
    })
    expect(find({ query: 'shepherd in:Romans', limit: 1 }).why).toEqual({ reason: 'elsewhere', words: [] })
    expect(find({ query: 'xylophone in:Romans', limit: 1 }).why).toEqual({ reason: 'absent', words: ['xylophone'] })
  })

  it.each([
    ['OR love', 'or_needs_two'],
    ['love OR', 'or_needs_two'],
    ['love OR OR faith', 'or_needs_two'],
    ['love OR -faith', 'or_needs_two'],
    ['near/5 love', 'near_needs_two'],
    ['love near/5', 'near_needs_two'],
    ['love near/5 -faith', 'near_needs_two'],
    ['love near/5 OR faith', 'near_needs_two'],
    ['love near/0 faith', 'near_distance'],
    ['love near/51 faith', 'near_distance'],
    ['love near/x faith', 'near_distance'],
    ['love near/ faith', 'near_distance'],
    ['lo*', 'star_place'],
    ['*love', 'star_place'],
    ['lo*ve', 'star_place'],
    ['love in:Nobody', 'unknown_book'],
    ['love in:John-', 'unknown_book'],
    ['love in:Acts-Matt', 'range_backwards'],
    ['in:Romans', 'only_books'],
    ['in:Romans -love', 'only_books'],
    ['strong:G5625', 'unknown_number'],
    ['love strong:x', 'unknown_number'],
  ])('that cannot be understood are told: %s', (query, code) => {
    expect(find({ query, limit: 5 })).toMatchObject({
      ...{ total: 0, hits: [], reference: null, why: null, suggestion: null },
      malformed: { code, message: expect.stringMatching(/\.$/) },
    })
  })

  it.each(['love', 'love * faith', 'near love', 'in the beginning', 'in: love', '"love', 'AND love', 'strong: he'])(
    'are none in “%s”',
    (query) => {
      expect(find({ query, limit: 5 }).malformed).toBeNull()
    },
  )
})

describe('a search for Korean words', () => {
  it('finds them whatever particle they carry', () => {
    expect(ids('학교')).toEqual([66001001])
    expect(ids('학교에서')).toEqual([66001001])
    expect(ids('사랑을')).toEqual([46013004, 46013013, 43003016])
    expect(marked('사랑을', 43003016)).toEqual(['사랑'])
  })

  it('finds a single syllable', () => {
    expect(ids('새')).toEqual([66001001])
  })

  it('minds no spaces within a name', () => {
    expect(ids('예수그리스도')).toEqual([40001001])
    expect(marked('예수그리스도', 40001001)).toEqual(['예수 그리스도'])
  })

  it('does not join two syllables of two words', () => {
    expect(ids('수그')).toEqual([])
  })

  it('finds words that are written in decomposed letters', () => {
    expect(ids('하나님'.normalize('NFD'))).toEqual(ids('하나님'))
    expect(ids('하나님')).toHaveLength(2)
  })

  it('puts words that begin with it before words that contain it', () => {
    expect(marked('학교', 66001001)?.[0]).toBe('학교')
    expect(marked('"태초에 하나님이"', 1001001)).toEqual(['태초에 하나님이'])
  })

  it('marks text that is stored in decomposed letters at its own offsets', () => {
    const text = KO.verses[43003016]?.normalize('NFD') ?? ''
    const decomposed = libraryOf({ NFD: { language: 'ko', verses: { 43003016: text } } })
    const hit = openFindVerses(decomposed.library)({ query: '세상을', limit: 1 }).hits[0]?.texts[0]
    decomposed.close()
    expect(hit?.text.slice(...(hit.marks[0] ?? [])).normalize('NFC')).toBe('세상을')
  })
})

describe('a page of hits', () => {
  it('counts all hits, by book in the order of the Bible', () => {
    const page = find({ query: 'God', limit: 1, versions: ['EN'] })
    expect(page.total).toBe(3)
    expect(page.hits).toHaveLength(1)
    expect(page.books).toEqual([
      { book: 'Genesis', count: 1 },
      { book: 'John', count: 1 },
      { book: '1 John', count: 1 },
    ])
  })

  it.each(['relevance', 'book'] as const)('is followed by the next, until every hit was there once, by %s', (order) => {
    const every: number[] = []
    let after = undefined as ReturnType<typeof readCursor> | undefined
    do {
      const page = find({ query: 'the', order, limit: 2, after: after ?? undefined })
      every.push(...page.hits.map(({ id }) => id))
      after = page.next === null ? undefined : readCursor(page.next)
    } while (after)
    expect(every).toEqual(find({ query: 'the', order, limit: 20 }).hits.map(({ id }) => id))
    expect(new Set(every).size).toBe(every.length)
    expect(every).toHaveLength(6)
    if (order === 'book') expect(every).toEqual(every.toSorted((a, b) => a - b))
  })

  it('keeps to the versions, the testament and the book that are asked for', () => {
    expect(ids('shepherd', { book: 43 })).toEqual([43010011])
    expect(ids('shepherd', { testament: 'old' })).toEqual([19023001])
    expect(ids('shepherd', { testament: 'new', book: 19 })).toEqual([])
    expect(ids('shepherd', { versions: ['KO'] })).toEqual([])
    expect(ids('God', { book: 67 })).toEqual([])
  })

  it('counts what every other filter would find', () => {
    const of = (filter: object) => {
      const { total, versions, testaments, books } = find({ query: '사랑 -가나다', limit: 1, ...filter })
      return { total, versions, testaments, books: books.map(({ book }) => book) }
    }
    const all = {
      total: 3,
      versions: [{ version: 'KO', count: 3 }],
      testaments: [{ testament: 'new', count: 3 }],
      books: ['John', '1 Corinthians'],
    }
    expect(of({})).toEqual(all)
    expect(of({ book: 46 })).toEqual({ ...all, total: 2, versions: [{ version: 'KO', count: 2 }] })
    expect(of({ testament: 'old' })).toEqual({ ...all, total: 0, versions: [] })
    expect(of({ versions: ['EN'] })).toEqual({ ...all, total: 0, testaments: [], books: [] })
  })

  it('goes through the verses of a reference in order, each with its versions', () => {
    const first = find({ query: '요 3:16; John 10:11', limit: 1 })
    expect(first).toMatchObject({ total: 2, reference: { book: 'John', chapter: 3, verse: 16 } })
    expect(first.hits).toMatchObject([
      { id: 43003016, book: 'John', chapter: 3, verse: 16, texts: [{ version: 'EN' }, { version: 'KO' }] },
    ])
    const second = find({ query: '요 3:16; John 10:11', limit: 1, after: readCursor(first.next ?? '') ?? undefined })
    expect(second.hits).toMatchObject([{ id: 43010011, texts: [{ version: 'EN' }] }])
    expect(second.next).toBeNull()
  })

  it.each(['요 3', '요3'])('has the verses of a chapter of John: %s', (query) =>
    expect(find({ query, limit: 5 })).toMatchObject({
      reference: { book: 'John', chapter: 3 },
      hits: [{ id: 43003016 }],
    }),
  )

  it('has joined verses under the number of each', () => {
    const verses = { 43003001: 'There was a man.', 43003002: 'The same came by night; Jesus answered.' }
    const joined = libraryOf({ JOINED: { language: 'en', verses, through: { 43003002: 4 } } })
    const find = openFindVerses(joined.library)
    for (const query of ['John 3:2', 'John 3:3', 'John 3:4', 'John 3:3-5'])
      expect(find({ query, limit: 5 })).toMatchObject({ total: 1, hits: [{ id: 43003002, verse: 2 }], next: null })
    expect(find({ query: 'John 3:5', limit: 5 })).toMatchObject({ total: 0, hits: [] })
    joined.close()
  })

  it('has the same verse once, whatever its number in a version', () => {
    // The Hebrew numbering counts this psalm's title as two verses, and has a fourth chapter of Joel.
    const numbered = libraryOf({
      ENG: { language: 'en', verses: { 19051001: 'Have mercy upon me', 29002028: 'I will pour out my spirit' } },
      HEB: {
        language: 'en',
        verses: {
          19051001: 'To the chief Musician',
          19051002: 'when Nathan came',
          19051003: 'Have mercy on me',
          29003001: 'I will pour out my spirit',
        },
        versification: 'org',
      },
    })
    const find = openFindVerses(numbered.library)
    expect(find({ query: 'spirit', limit: 5 })).toMatchObject({
      total: 1,
      hits: [
        {
          id: 29002028,
          texts: [
            { version: 'HEB', verse_id: 29003001, chapter: 3, verse: 1 },
            { version: 'ENG', verse_id: 29002028 },
          ],
        },
      ],
    })
    // A version that is only named in `also` has its own numbers, too.
    expect(find({ query: 'spirit', limit: 5, textsEach: 1, prefer: ['ENG'] }).hits).toMatchObject([
      { texts: [{ version: 'ENG' }], also: ['HEB'], alsoAt: [{ chapter: 3, verse: 1 }] },
    ])
    expect(find({ query: 'mercy', limit: 5 })).toMatchObject({ total: 1, hits: [{ id: 19051001 }] })
    // A numbered title is shown together with the first verse.
    const psalm = find({ query: 'Psalm 51:1', limit: 5 })
    expect(psalm.hits[0]?.texts.map(({ version, verse }) => `${version} ${verse}`)).toEqual([
      'ENG 1',
      'HEB 1',
      'HEB 2',
      'HEB 3',
    ])
    numbered.close()
  })

  it('offers the first chapter of a book that is named, and looks for the word', () => {
    expect(find({ query: 'Genesis', limit: 5 })).toMatchObject({
      reference: { book: 'Genesis', chapter: 1 },
      passages: 0,
      total: 0,
    })
  })

  it('says how many passages are named, and why there is no such place', () => {
    const of = (query: string) => {
      const { passages, problem } = find({ query, limit: 5 })
      return { passages, problem: problem?.code ?? null, params: problem?.params }
    }
    expect(of('요 3:16')).toEqual({ passages: 1, problem: null })
    expect(of('John 3:16; 10:11')).toEqual({ passages: 2, problem: null })
    const chapters = { book: 'John', chapters: 21 }
    expect(of('John 22')).toEqual({ passages: 0, problem: 'no_such_chapter', params: chapters })
    expect(of('John 3:99')).toMatchObject({ problem: 'no_such_verse', params: { verses: 36 } })
    expect(of('Galtians 2:2')).toMatchObject({ problem: 'unknown_book', params: { suggestion: 'Galatians' } })
    // These queries name no passage.
    expect(of('7 seals')).toEqual({ passages: 0, problem: null })
    expect(of('shepherd')).toEqual({ passages: 0, problem: null })
  })

  it('has a version as soon as it is imported, and no longer than it is there', () => {
    writeVersion(file, 'NEW', { language: 'en', verses: { 1001001: 'Maranatha shepherd' } })
    expect(ids('maranatha')).toEqual([1001001])
    writeVersion(file, 'NEW', null)
    expect(ids('maranatha')).toEqual([])
  })
})

describe('a search that finds nothing', () => {
  const suggested = (query: string, more = {}) => find({ query, limit: 5, ...more }).suggestion

  it('offers the word that was meant, if it is found', () => {
    expect(suggested('sheperd')).toEqual({ query: 'shepherd', reason: 'spelling', total: 2 })
    expect(suggested('the good shephard')).toEqual({ query: 'the good shepherd', reason: 'spelling', total: 1 })
    expect(suggested('Blesed meek')).toMatchObject({ query: 'blessed meek' })
    expect(suggested('shepherd sheap', { versions: ['KO'] })).toBeNull()
    expect(suggested('xylophone')).toBeNull()
    expect(suggested('shepherd heaven')).toBeNull()
  })

  it('offers what was typed with the other keyboard', () => {
    expect(suggested('gksksla')).toEqual({ query: '하나님', reason: 'keyboard', total: 2 })
    expect(suggested('ㄴㅗ데ㅗㄷㄱㅇ')).toEqual({ query: 'shepherd', reason: 'keyboard', total: 2 })
    expect(suggested('tkfkd')).toMatchObject({ query: '사랑' })
    // Two vowels at the beginning of a word make no Korean syllable.
    for (const none of ['hoz', 'bhkd', 'faith hoz']) expect(suggested(none), none).toBeNull()
  })

  it('says why: which words and phrases no text has, or that no verse has them all', () => {
    const why = (query: string, more = {}) => find({ query, limit: 5, ...more }).why
    expect(why('shepherd xylophone')).toEqual({ reason: 'absent', words: ['xylophone'] })
    expect(why('"shepherd good" xylophone')).toEqual({ reason: 'absent', words: ['"shepherd good"', 'xylophone'] })
    expect(why('shepherd heaven')).toEqual({ reason: 'scattered', words: [] })
    expect(why('shepherd', { versions: ['KO'] })).toEqual({ reason: 'absent', words: ['shepherd'] })
    expect(why('-shepherd')).toEqual({ reason: 'no_words', words: [] })
    expect(why('shepherd')).toBeNull()
    expect(why('John 3:16')).toBeNull()
  })

  it('offers nothing where something was found', () => {
    expect(suggested('shepherd')).toBeNull()
  })
})

describe('whatever is typed', () => {
  const PIECES = [
    ...'"“”*^:(){}[]-+~!?\\/|&%_\'`;,.<>=#@$0\u0000\ud800\udc00\u200d\u3164',
    ...[
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      'NEAR/2',
      'in:John',
      'God*',
      'strong:G26',
      'verse:',
      ' ',
      '\n',
      'God',
      '하나님',
      '학',
      'é',
      'ﬁ',
      '🙏',
      '-"',
      '""',
      '가\u0301',
    ],
    'DROP TABLE verse;',
  ]
  /** The letters of random queries without a meaning. */
  const LETTERS = [...'hklnmbiujpotqwerasdfgzxcvHK ㅗㅏㅇ한']

  it('is text, never a command, and never an error', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    for (let i = 0; i < 2_000; i++) {
      const pieces = i % 2 === 0 ? PIECES : LETTERS
      const between = pieces === PIECES && random(2) ? ' ' : ''
      const query = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join(between)
      const { total, hits } = find({ query, limit: 20 })
      expect(total).toBeGreaterThanOrEqual(hits.length)
      for (const { text, marks } of hits.flatMap(({ texts }) => texts)) {
        let end = 0
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }
    expect(ids('God')).toHaveLength(3)
  })

  it('is read in its beginning however long it is', () => {
    for (const piece of ['a ', '"a" ', '-a ', '하 ', '"', '가'.repeat(50), 'the ', 'sheperd ', 'xyzzyx ', 'ㅗ']) {
      const query = piece.repeat(5_000)
      expect(parseQuery(query)).toEqual(parseQuery(query.trim().slice(0, QUERY_MAX)))
      find({ query, limit: 20 })
    }
  })
})

it('each word of a query without hits is searched in a step of its own', async () => {
  const request = { query: 'shepherd beloved meek zebra', limit: 20 }
  const steps = [...findVersesInSteps(openSearchIndex(library.db))(request)]
  // Four steps are for the four words. At least two more are for the references in the query and for the whole query.
  expect(steps.length).toBeGreaterThanOrEqual(6)
  expect(await openFindVersesWithPauses(library)(request)).toEqual(find(request))
})
