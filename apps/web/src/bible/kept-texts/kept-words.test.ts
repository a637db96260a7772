import 'fake-indexeddb/auto'
import { hundredOf, type PackHead, packChapter, packWordsOfChapter } from '@pathlight/contracts/pack-rules.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptTexts } from '../../device/kept-texts.ts'
import { keptWords } from './kept-words.ts'

const god = { start: 4, end: 7, strongs: ['G2316'] }
const loved = { start: 11, end: 16, strongs: ['G25', 'G2316'], lemma: 'ἀγαπάω', morph: 'V-AAI-3S' }
const entry = {
  ...{ strongs: 'G25', language: 'grc', original: 'ἀγαπάω', transliteration: 'agapáō', pronunciation: null },
  ...{ gloss: 'to love', gloss_ko: null, definition: 'to love', occurrences: 3 },
}
const [words, lexicon, greek] = [
  { name: 'Tagged', licence: 'public domain' },
  { name: 'Strong', licence: 'CC BY-SA' },
  { name: 'Greek', licence: 'CC BY' },
]

const keepWords = () =>
  keptTexts.keep(
    {
      ...{ name: 'KJV.words', tag: 'a', size: 1 },
      head: {
        ...{ format: 1, chapters: 2, kind: 'words', version: 'KJV', words, lexicon },
        parsing: [{ credit: greek, books: [43] }],
      },
    },
    [
      { book: 43, chapter: 3, line: JSON.stringify(packWordsOfChapter(43, 3, new Map([[16, [god, loved]]]))) },
      { book: 0, chapter: hundredOf('G25'), line: JSON.stringify([0, hundredOf('G25'), [entry]]) },
    ],
    null,
  )
beforeEach(keepWords)
afterEach(() => keptTexts.remove('KJV'))

describe('the words beneath a text that has none of its own', () => {
  const version = (code: string, language: string) => ({
    ...{ code, name: `The ${code}`, localName: code, language, direction: 'ltr', licence: 'x', copyright: null },
    ...{ books: [43], versification: 'eng' },
  })
  const keepText = (code: string, language: string, text: string) => {
    const head = { format: 1, chapters: 1, kind: 'version', version: version(code, language) } as PackHead
    const verse = { version: code, book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text }
    const line = { book: 43, chapter: 3, line: JSON.stringify(packChapter(43, 3, [verse])) }
    return keptTexts.keep({ name: code, tag: 'a', size: 1, head }, [line], null)
  }
  const path = '/api/bible/words?version=KRV&book=John&chapter=3'
  afterEach(() => Promise.all(['KRV', 'KJV'].map((name) => keptTexts.remove(name))))

  it('are borrowed from a text that is kept with its words, where that is asked for', async () => {
    await keepText('KRV', 'ko', '하나님이 세상을')
    expect(await keptWords(`${path}&borrow=true`)).toBeNull()
    await keepText('KJV', 'en', 'For God so loved')
    // The words that were here before the text belong to an older text.
    expect(await keptWords(`${path}&borrow=true`)).toBeNull()
    await keepWords()
    expect(await keptWords(path)).toBeNull()
    expect(await keptWords(`${path}&borrow=true`)).toEqual({
      ...{ version: 'KRV', book: 'John', chapter: 3, verses: {}, source: words, parsing: greek },
      borrowed: {
        ...{ version: 'KJV', name: 'The KJV', language: 'en' },
        verses: {
          16: [
            { strongs: ['G2316'], text: 'God' },
            {
              ...{ strongs: ['G25', 'G2316'], lemma: 'ἀγαπάω', morph: 'V-AAI-3S', original: 'ἀγαπάω' },
              ...{ transliteration: 'agapáō', text: 'loved', gloss: 'to love' },
            },
          ],
        },
      },
    })
  })

  it('are borrowed in a chapter for which the text has none, where that is asked for', async () => {
    await keepText('KRV', 'ko', '하나님이 세상을')
    await keepText('KJV', 'en', 'For God so loved')
    await keepWords()
    // The KRV has words for another chapter.
    const head = { format: 1, chapters: 1, kind: 'words', version: 'KRV', words, lexicon } as const
    const mark = { book: 41, chapter: 1, line: JSON.stringify(packWordsOfChapter(41, 1, new Map([[1, [god]]]))) }
    await keptTexts.keep({ name: 'KRV.words', tag: 'a', size: 1, head }, [mark], null)
    expect(await keptWords(`${path}&borrow=true`)).toMatchObject({ verses: {}, borrowed: { version: 'KJV' } })
    expect(await keptWords(path)).toEqual({ version: 'KRV', book: 'John', chapter: 3, verses: {}, source: words })
  })
})

describe('the words beneath a text that is kept', () => {
  it('are answered as the server does, and so is the lexicon', async () => {
    const expected = { version: 'KJV', book: 'John', chapter: 3, source: words, parsing: greek }
    expect(await keptWords('/api/bible/words?version=kjv&book=John&chapter=3&borrow=true')).toEqual({
      ...expected,
      verses: { 16: [god, { ...loved, original: 'ἀγαπάω', transliteration: 'agapáō' }] },
    })
    expect(await keptWords('/api/bible/words?version=KJV&book=John&chapter=4')).toEqual({
      ...{ ...expected, chapter: 4 },
      verses: {},
    })
    expect(await keptWords('/api/lexicon/G25?version=KJV')).toEqual({ ...entry, source: lexicon })
    // The pack does not say how often another text has the word.
    expect(await keptWords('/api/lexicon/G25?version=WEB')).toEqual({ ...entry, occurrences: null, source: lexicon })
  })

  it('are no others', async () => {
    expect(await keptWords('/api/bible/words?version=WEB&book=John&chapter=3')).toBeNull()
    expect(await keptWords('/api/lexicon/G99')).toBeNull()
    expect(await keptWords('/api/bible/find?query=G25')).toBeNull()
  })

  it('go with their text', async () => {
    await keptTexts.remove('KJV')
    expect(await keptWords('/api/bible/words?version=KJV&book=John&chapter=3')).toBeNull()
    expect((await keptTexts.allKept()).map(({ name }) => name)).not.toContain('KJV.words')
  })
})
