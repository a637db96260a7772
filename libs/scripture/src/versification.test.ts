import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BOOKS, findBook } from './books.ts'
import { verseCount } from './verse-counts.ts'
import { parseVerseId, verseId } from './verse-id.ts'
import {
  correspondingVerses,
  detectVersification,
  fromStandard,
  lastVerses,
  type Scheme,
  toStandard,
  type Versification,
} from './versification.ts'
import { versesElsewhere } from './widest-chapters.ts'

const SCHEMES: readonly Scheme[] = ['eng', 'org', 'lxx', 'vul', 'byz']

/** The id of a verse: Psalms 51:1 is 19051001. */
const id = (text: string): number => {
  const [, name = '', chapter, verse] = /^(.*) (\d+):(\d+)$/.exec(text) ?? []
  return verseId(findBook(name)!.index, Number(chapter), Number(verse))
}
const shown = (ids: number[]) =>
  ids
    .map((of) => `${BOOKS[Math.floor(of / 1_000_000) - 1]?.osis} ${Math.floor(of / 1000) % 1000}:${of % 1000}`)
    .join(', ')

/** The ids of all verses of a versification. */
const verses = (of: Versification): number[] =>
  BOOKS.flatMap((book) =>
    lastVerses(of, book).flatMap((count, place) =>
      Array.from({ length: count }, (_, verse) => verseId(book.index, place + 1, verse + 1)),
    ),
  )
const shapeOf = (of: Versification) => new Map(BOOKS.map((book) => [book.index, lastVerses(of, book)] as const))

describe('a verse of a text', () => {
  it.each([
    ['org', 'Ps 51:1', 'Ps 51:0'],
    ['org', 'Ps 51:2', 'Ps 51:0'],
    ['org', 'Ps 51:3', 'Ps 51:1'],
    ['org', 'Ps 3:2', 'Ps 3:1'],
    ['org', 'Ps 23:1', 'Ps 23:1'],
    ['org', 'Ps 11:1', 'Ps 11:1'],
    ['org', 'Ps 13:6', 'Ps 13:5, Ps 13:6'],
    ['org', 'Gen 32:1', 'Gen 31:55'],
    ['org', 'Exod 7:26', 'Exod 8:1'],
    ['org', 'Num 17:1', 'Num 16:36'],
    ['org', 'Num 17:16', 'Num 17:1'],
    ['org', '1 Sam 24:1', '1Sam 23:29'],
    ['org', '1 Sam 24:2', '1Sam 24:1'],
    ['org', '1 Kgs 5:15', '1Kgs 5:1'],
    ['org', 'Job 40:25', 'Job 41:1'],
    ['org', 'Isa 8:23', 'Isa 9:1'],
    ['org', 'Isa 9:1', 'Isa 9:2'],
    ['org', 'Dan 3:31', 'Dan 4:1'],
    ['org', 'Dan 6:1', 'Dan 5:31'],
    ['org', 'Joel 3:1', 'Joel 2:28'],
    ['org', 'Joel 4:1', 'Joel 3:1'],
    ['org', 'Jonah 2:1', 'Jonah 1:17'],
    ['org', 'Mic 4:14', 'Mic 5:1'],
    ['org', 'Zech 2:5', 'Zech 2:1'],
    ['org', 'Mal 3:19', 'Mal 4:1'],
    ['org', 'Acts 19:40', 'Acts 19:40, Acts 19:41'],
    ['org', '2 Cor 13:12', '2Cor 13:12, 2Cor 13:13'],
    ['org', '2 Cor 13:13', '2Cor 13:14'],
    ['org', '3 John 1:15', '3John 1:14'],
    ['org', 'Rev 12:18', 'Rev 13:1'],
    ['org', 'John 3:16', 'John 3:16'],
    ['lxx', 'Ps 22:1', 'Ps 23:1'],
    ['lxx', 'Ps 50:3', 'Ps 51:1'],
    ['lxx', 'Ps 9:22', 'Ps 10:1'],
    ['lxx', 'Ps 118:105', 'Ps 119:105'],
    ['lxx', 'Ps 113:9', 'Ps 115:1'],
    ['lxx', 'Ps 115:1', 'Ps 116:10'],
    ['lxx', 'Ps 146:11', 'Ps 147:11'],
    ['lxx', 'Ps 147:1', 'Ps 147:12'],
    ['lxx', 'Ps 148:1', 'Ps 148:1'],
    ['lxx', 'Ps 151:1', ''],
    ['lxx', 'Jer 38:31', 'Jer 31:31'],
    ['lxx', 'Mal 3:19', 'Mal 4:1'],
    ['vul', 'Ps 22:1', 'Ps 23:1'],
    ['vul', 'Ps 50:3', 'Ps 51:1'],
    ['vul', 'Ps 147:12', 'Ps 147:12'],
    ['vul', 'Ps 115:10', 'Ps 116:10'],
    ['vul', 'Dan 3:91', 'Dan 3:24'],
    ['vul', 'Dan 13:1', ''],
    ['vul', 'Mark 8:39', 'Mark 9:1'],
    ['vul', 'John 6:72', 'John 6:71'],
    ['vul', 'Mal 4:1', 'Mal 4:1'],
    ['byz', 'Rom 14:24', 'Rom 16:25'],
    ['byz', 'Mal 4:1', 'Mal 4:1'],
    ['eng', 'Ps 51:1', 'Ps 51:1'],
    ['eng 3JN=org', '3 John 1:15', '3John 1:14'],
    ['eng 3JN=org', 'Joel 3:1', 'Joel 3:1'],
    ['org PSA=eng', 'Ps 51:1', 'Ps 51:1'],
    ['org PSA=eng', 'Joel 3:1', 'Joel 2:28'],
    ['no such thing', 'Ps 51:1', 'Ps 51:1'],
  ])('numbered %s: %s is %s of the standard', (versification, verse, standard) => {
    expect(shown(toStandard(versification, id(verse)))).toBe(standard)
    for (const of of toStandard(versification, id(verse))) expect(fromStandard(versification, of)).toContain(id(verse))
  })

  it.each(SCHEMES)('numbered %s finds back to itself through the standard, or has no counterpart', (scheme) => {
    const lost = verses(scheme).filter((verse) => {
      const standard = toStandard(scheme, verse)
      return standard.length > 0 && !standard.some((of) => fromStandard(scheme, of).includes(verse))
    })
    expect(shown(lost)).toBe('')
  })

  it.each(['org', 'vul', 'byz'] as const)('of the standard is found in %s, whichever it is', (scheme) => {
    const lost = verses('eng').filter((verse) => {
      const there = fromStandard(scheme, verse)
      return there.length === 0 || there.some((of) => parseVerseId(of) === null)
    })
    expect(shown(lost)).toBe('')
  })

  it.each(SCHEMES)('of %s is never taken to two places far apart', (scheme) => {
    const torn = verses(scheme).filter((verse) => {
      const there = toStandard(scheme, verse)
      // The ids of neighbours across a chapter's end differ by less than 1000.
      return there.some((of, at) => at > 0 && of - (there[at - 1] ?? 0) > 1000)
    })
    expect(shown(torn)).toBe('')
  })

  it('has the words of the same verse in another text, a title only the one numbers at the first verse of the other', () => {
    expect(shown(correspondingVerses(id('Ps 51:1'), 'org', 'eng'))).toBe('Ps 51:1')
    expect(shown(correspondingVerses(id('Ps 51:2'), 'org', 'vul'))).toBe('Ps 50:2')
    expect(shown(correspondingVerses(id('Ps 50:3'), 'vul', 'eng'))).toBe('Ps 51:1')
    expect(shown(correspondingVerses(id('Ps 51:1'), 'eng', 'org'))).toBe('Ps 51:3')
    expect(shown(correspondingVerses(id('3 John 1:14'), 'eng', 'org'))).toBe('3John 1:14, 3John 1:15')
    expect(shown(correspondingVerses(id('Dan 13:1'), 'vul', 'eng'))).toBe('')
    expect(correspondingVerses(id('John 3:16'), 'eng', 'eng 2CO=org')).toEqual([id('John 3:16')])
  })

  it.each([0, -1, 67_001_001, Number.NaN, 1e300])('is none for %d, which is no verse', (of) =>
    expect(toStandard('org', of)).toEqual([]),
  )
})

describe('the verses of a versification', () => {
  it('are in Hebrew and Greek what the published table counts', () => {
    const book = (name: string) => lastVerses('org', findBook(name)!)
    expect(book('Num').slice(15, 30)).toEqual([35, 28, 32, 22, 29, 35, 41, 30, 25, 19, 65, 23, 31, 39, 17])
    expect(book('Joel')).toEqual([20, 27, 5, 21])
    expect(book('Mal')).toEqual([14, 17, 24])
    expect(book('Dan')).toEqual([21, 49, 33, 34, 30, 29, 28, 27, 27, 21, 45, 13])
    expect(book('Hos')).toEqual([9, 25, 5, 19, 15, 11, 16, 14, 17, 15, 11, 15, 15, 10])
    expect(book('Ps').slice(0, 14)).toEqual([6, 12, 9, 9, 13, 11, 18, 10, 21, 18, 7, 9, 6, 7])
    expect(book('Ps').slice(50, 60)).toEqual([21, 11, 7, 9, 24, 14, 12, 12, 18, 14])
    expect(book('2 Cor')).toEqual([24, 17, 18, 18, 21, 18, 16, 24, 15, 18, 33, 21, 13])
    // The Hebrew Bible has 23,213 verses. The Greek New Testament has 7,957.
    expect(
      BOOKS.slice(0, 39).reduce((sum, of) => sum + lastVerses('org', of).reduce((all, count) => all + count), 0),
    ).toBe(23_213)
    expect(
      BOOKS.slice(39).reduce((sum, of) => sum + lastVerses('org', of).reduce((all, count) => all + count), 0),
    ).toBe(7957)
  })

  it('are all that a verse id may name, and no more', () => {
    const wrong: string[] = []
    for (const book of BOOKS) {
      const counts = SCHEMES.map((scheme) => lastVerses(scheme, book))
      for (let chapter = 1; chapter <= 152; chapter++) {
        const most = Math.max(...counts.map((of) => of[chapter - 1] ?? 0))
        if (versesElsewhere(book, chapter) !== (most > verseCount(book, chapter) ? most : 0))
          wrong.push(`${book.usfm} ${chapter}:${most}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the versification of a text', () => {
  it.each(SCHEMES)('is known from its shape: %s', (scheme) => {
    expect(detectVersification(shapeOf(scheme))).toBe(scheme)
  })

  it('is known for a text with a few books only', () => {
    const some = (versification: Versification, names: string[]) =>
      new Map([...shapeOf(versification)].filter(([index]) => names.some((name) => findBook(name)?.index === index)))
    expect(detectVersification(some('org', ['Ps', 'Prov']))).toBe('org')
    expect(detectVersification(some('eng', ['Mark', 'John']))).toBe('eng')
    expect(detectVersification(some('vul', ['Ps']))).toBe('vul')
    expect(detectVersification(new Map())).toBe('eng')
  })

  it('is not thrown off by a text that lacks chapters and last verses', () => {
    const shapes = new Map([...shapeOf('org')].map(([index, counts]): [number, number[]] => [index, [...counts]]))
    shapes.get(19)?.splice(100)
    shapes.get(41)?.splice(15, 1, 8)
    shapes.get(23)?.splice(0, 39, ...Array<number>(39).fill(0))
    expect(detectVersification(shapes)).toBe('org')
  })

  it('names the books that follow another scheme', () => {
    const shapes = new Map([...shapeOf('eng')])
    for (const name of ['Ps', '3 John']) {
      const book = findBook(name)!
      shapes.set(book.index, lastVerses('org', book))
    }
    expect(detectVersification(shapes)).toBe('eng PSA=org 3JN=org')
  })
})

const samples = process.env.BIBLE_SAMPLES_DIR ?? new URL('../../../../shared/data/bibles', import.meta.url).pathname
if (!existsSync(samples))
  console.warn(
    `Skipped: versifications of real texts. Set BIBLE_SAMPLES_DIR to a folder with sample Bibles (not in ${samples}).`,
  )

describe.skipIf(!existsSync(samples))('the versification of a real text', () => {
  /** The last verses of each chapter by book, from the identifiers in an OSIS file, such as Gen.1.1. */
  const osisShapes = (file: string) => {
    const shapes = new Map<number, number[]>()
    for (const [, osis = '', chapter, verse] of readFileSync(`${samples}/${file}`, 'utf8').matchAll(
      /osisID="(\w+)\.(\d+)\.(\d+)"/g,
    )) {
      const book = findBook(osis)
      if (!book) continue
      const counts = shapes.get(book.index) ?? []
      shapes.set(book.index, counts)
      counts[Number(chapter) - 1] = Math.max(counts[Number(chapter) - 1] ?? 0, Number(verse))
    }
    return shapes
  }

  it('is the English one in the Korean Revised Version, but for the end of 2 Corinthians', () => {
    const found = detectVersification(osisShapes('krv.osis.xml'))
    expect(found).toBe('eng 2CO=org')
    // 13:13 in this text and 13:14 in the standard numbering are the closing blessing: 주 예수 그리스도의 은혜와 …
    expect(shown(toStandard(found, id('2 Cor 13:13')))).toBe('2Cor 13:14')
  })

  it('is the English one in the Open English Bible, but for 3 John 15 and Revelation 12:18', () => {
    const found = detectVersification(osisShapes('oeb.osis.xml'))
    expect(found).toBe('eng 3JN=org REV=org')
    expect(shown(toStandard(found, id('3 John 1:15')))).toBe('3John 1:14')
    expect(shown(toStandard(found, id('Rev 12:18')))).toBe('Rev 13:1')
  })
})
