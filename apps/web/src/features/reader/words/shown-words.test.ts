import type { ChapterWords } from '@pathlight/contracts/words.ts'
import { describe, expect, it } from 'vitest'
import { NOTHING, withPoints } from './hebrew-points.ts'
import { indexOf, type Looked } from './looked.ts'
import { countIn, isSameWord, ownWords, queryFor, translationsOf, wordsOfVerse } from './shown-words.ts'
import { transliterateGreek } from './transliterate-greek.ts'

const TEXT = 'For God so loved the world'
const NEW = { language: 'en', isOld: false }
const god = { start: 4, end: 7, strongs: ['G2316'], original: 'θεός', transliteration: 'theós' }
const loved = { start: 11, end: 16, strongs: ['G25'], original: 'ἀγαπάω', morph: 'V-AAI-3S' }

describe('the words of a verse', () => {
  it('are those of its text, each with its letters', () => {
    expect(ownWords(TEXT, [god, loved], NEW)).toMatchObject([
      { under: 'God', original: 'θεός', language: 'grc', place: { start: 4, end: 7 } },
      { under: 'loved', original: 'ἀγαπάω', morph: 'V-AAI-3S' },
    ])
  })

  it.each([
    ['outside the text', [god, { ...loved, end: 40 }]],
    ['over one another', [god, { ...loved, start: 5 }]],
    ['empty', [{ ...god, end: 4 }]],
    ['a blank', [{ ...god, start: 3, end: 4 }]],
  ])('are not shown if one is %s: they are another text’s', (_what, words) => {
    expect(ownWords(TEXT, words, NEW)).toEqual([])
  })

  it('are the letters themselves in an original', () => {
    expect(ownWords('ἠγάπησεν ὁ', [{ ...loved, start: 0, end: 8 }], { language: 'grc', isOld: false })).toMatchObject([
      { original: 'ἠγάπησεν', under: 'ἠγάπησεν' },
    ])
  })

  it('are borrowed if the text has none', () => {
    const answer: ChapterWords = {
      ...{ version: 'KRV', book: 'Genesis', chapter: 1, verses: {}, source: { name: 'A', licence: 'B' } },
      borrowed: {
        ...{ version: 'WLC', name: 'Hebrew', language: 'hbo' },
        verses: { 1: [{ text: 'בָּרָא', strongs: ['H1254a'], gloss: 'to create', gloss_ko: '창조하다' }] },
      },
    }
    const [word] = wordsOfVerse(answer, { verse: 1, text: '태초에' }, { language: 'ko', isOld: true })
    expect(word).toMatchObject({ place: null, original: 'בָּרָא', language: 'hbo', gloss: { ko: '창조하다' } })
    expect(word && countIn(answer, word)).toBe(1)
    expect(word && queryFor(word)).toBe('strong:H1254')
  })
})

describe('a word', () => {
  const words = ownWords(TEXT, [god, loved], NEW)
  const looked = (offset: number | null, index: number | null = null): Looked => ({
    ...{ column: { id: 'c1', version: 'KJV', book: 'John', chapter: 3 }, verse: 16, offset, index },
  })

  it('is the one where the text was pressed, or none', () => {
    expect([4, 6, 7, 11].map((offset) => indexOf(looked(offset), words))).toEqual([0, 0, -1, 1])
    expect(indexOf(looked(null), words)).toBe(0)
    expect(indexOf(looked(4, 1), words)).toBe(1)
  })

  it('is the same by a number, with its letter or without, or by its lemma', () => {
    expect(isSameWord({ strongs: ['H1254a'] }, { strongs: ['H853', 'H1254'] })).toBe(true)
    expect(isSameWord({ strongs: [], lemma: 'ἀγαπάω' }, { strongs: ['G25'], lemma: 'ἀγαπάω' })).toBe(true)
    expect(isSameWord({ strongs: ['G25'], lemma: null }, { strongs: ['G26'], lemma: null })).toBe(false)
  })

  it('is counted in a chapter by its first number, as in the whole text', () => {
    const chapter: ChapterWords = {
      ...{ version: 'KJV', book: 'John', chapter: 3, source: { name: 'A', licence: 'B' } },
      verses: {
        16: [god, { ...loved, strongs: ['G25', 'G3588'] }],
        17: [
          { start: 0, end: 3, strongs: ['G3588'] },
          { ...loved, strongs: ['G3588', 'G25'] },
        ],
      },
    }
    const [, word] = ownWords(TEXT, chapter.verses[16] ?? [], NEW)
    expect(word && countIn(chapter, word)).toBe(2)
  })

  it('has below it what a translation has for it, each of its words once', () => {
    const originals = ownWords(
      'θεὸς ἠγάπησεν θεὸς',
      [
        { start: 0, end: 4, strongs: ['G2316'] },
        { start: 5, end: 13, strongs: ['G25'] },
        { start: 14, end: 18, strongs: ['G2316'] },
      ],
      { language: 'grc', isOld: false },
    )
    expect(translationsOf(originals, words)).toEqual(['God', 'loved', null])
  })
})

describe('letters of the originals', () => {
  it('are Hebrew with as many signs as are wanted', () => {
    const word = 'בְּרֵאשִׁ֖ית'
    expect(withPoints(word, 'all')).toBe(word)
    expect(withPoints(word, 'points')).toBe(word.replace('\u0596', ''))
    expect(withPoints(word, 'letters')).toBe('בראשית')
    expect(withPoints(word, 'letters', NOTHING)).toHaveLength(word.length)
    expect(withPoints('עַל־פְּנֵי', 'letters')).toBe('על־פני')
    expect(withPoints('θεός', 'letters')).toBe('θεός')
  })

  it.each([
    ['ἠγάπησεν', 'ēgapēsen'],
    ['υἱόν', 'huion'],
    ['οὕτως', 'houtōs'],
    ['Ἀρχῇ', 'Archē'],
    ['ἄγγελος', 'angelos'],
    ['ὕψωσεν', 'hypsōsen'],
    ['Ῥωμαῖος', 'Rhōmaios'],
    ['Μωϋσῆς', 'Mōysēs'],
    ['ὁ', 'ho'],
    ['δι’', 'di’'],
  ])('sound as they are spoken: %s', (greek, latin) => {
    expect(transliterateGreek(greek)).toBe(latin)
  })
})
