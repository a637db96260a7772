import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verse } from '@pathlight/contracts/bible.ts'
import { BOOKS, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '../library.ts'
import { verifyVersion } from '../verify-version.ts'
import { openWords } from '../words/open-words.ts'

let folder = ''
let library: Library

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'built-in-'))
  const file = join(folder, 'new', 'bibles.sqlite')
  await copyBuiltLibrary(file)
  library = openLibrary(file)
})
afterAll(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

/** Reads a verse by an English reference, for example 'Psalms 3:1'. */
const verse = (code: string, reference: string): Verse | undefined => {
  const [, book = '', chapter = '', number = ''] = /^(.*) (\d+):(\d+)$/.exec(reference) ?? []
  return library.chapter(code, findBook(book)?.index ?? 0, Number(chapter)).find((one) => one.verse === Number(number))
}
const words = (code: string, reference: string, kind: string) => {
  const { text = '', spans = [] } = verse(code, reference) ?? {}
  return spans.filter((span) => span.kind === kind).map(({ start, end }) => text.slice(start, end))
}

describe('the words of the original beneath the texts in the box', () => {
  const beneath = (code: string, book: number, chapter: number, number: number) => {
    const text = library.chapter(code, book, chapter).find((one) => one.verse === number)?.text ?? ''
    const ofChapter = openWords(library).ofChapter(code, book, chapter)
    return (ofChapter?.verses.get(number) ?? []).map(({ start, end, strongs }) => [text.slice(start, end), ...strongs])
  }

  it('are under the letters that stand for them', () => {
    expect(beneath('KJV', 1, 1, 1)).toEqual([
      ['beginning', 'H7225'],
      ['God', 'H430'],
      ['created', 'H1254'],
      ['heaven', 'H8064'],
      ['and', 'H853'],
      ['earth', 'H776'],
    ])
    expect(beneath('KJV', 43, 1, 1)).toContainEqual(['Word', 'G3056'])
    expect(beneath('WEB', 43, 3, 16)).toContainEqual(['loved', 'G25'])
    expect(beneath('ASV', 43, 3, 16)).toEqual([])
  })

  it('take a megabyte and a half a text at most', () => {
    const sizes = library.db
      .prepare('SELECT sum(length(packed)) AS bytes FROM words GROUP BY chapter / 100000000')
      .all()
    for (const { bytes } of sizes) expect(Number(bytes)).toBeLessThanOrEqual(1_500_000)
    expect(sizes).toHaveLength(2)
  })
})

describe('the texts in the box', () => {
  it('are KJV, WEB and ASV', () => {
    expect(library.installed().map(({ code, verses, books }) => [code, verses, books.length])).toEqual([
      ['KJV', 31_102, 66],
      ['WEB', 31_098, 66],
      ['ASV', 31_102, 66],
    ])
  })

  it.each(['KJV', 'ASV'])('have in the %s every verse of the standard numbering, and no other', (code) => {
    for (const book of BOOKS)
      for (let chapter = 1; chapter <= chapterCount(book); chapter++)
        expect(library.chapter(code, book.index, chapter).map((one) => one.verse)).toEqual(
          Array.from({ length: verseCount(book, chapter) }, (_, place) => place + 1),
        )
  })

  it('leave out in the WEB what its edition leaves out, and keep its doxology of Romans where it has it', () => {
    const ids = new Set(library.verses('WEB', 0, 67_000_000).map((one) => one.verse_id))
    const missing = library.verses('KJV', 0, 67_000_000).filter((one) => !ids.has(one.verse_id))
    expect(missing.map((one) => `${one.book} ${one.chapter}:${one.verse}`)).toEqual([
      'Luke 17:36',
      'Acts 8:37',
      'Acts 15:34',
      'Acts 24:7',
      'Romans 16:25',
      'Romans 16:26',
      'Romans 16:27',
    ])
    expect(verse('WEB', 'Romans 14:24')?.text).toMatch(/^Now to him who is able to establish you/)
    expect(library.version('WEB')?.versification).toBe('byz')
  })

  it.each(['KJV', 'WEB', 'ASV'])('hold in the %s no markup, stray spaces or broken layout', (code) => {
    const version = library.version(code)
    expect(version).not.toBeNull()
    if (!version) return
    const { wrong, odd } = verifyVersion(library, version)
    expect(wrong).toEqual([])
    expect(odd.filter((line) => !line.startsWith('Left out'))).toEqual([])
    const strange = library
      .verses(code, 0, 67_000_000)
      .filter(({ text }) => /[<>[\]{}*#`|_\\\d]|--| {2}|^\s|\s$| [,.;:?!]|[,;:?!][A-Za-z]/.test(text))
    expect(strange).toEqual([])
  })

  it('say their licence', () => {
    for (const { licence } of library.installed()) expect(licence).toMatch(/^Public domain/)
  })
})

describe('the King James Version', () => {
  it('marks added words instead of bracketing them', () => {
    expect(verse('KJV', 'Genesis 1:2')?.text).toMatch(
      /^And the earth was without form, and void; and darkness was upon/,
    )
    expect(words('KJV', 'Genesis 1:2', 'added')).toEqual(['was'])
    expect(words('KJV', '1 Samuel 16:7', 'added')).toEqual(['the LORD seeth'])
  })
  it('has paragraphs where its pilcrows are', () => {
    expect(verse('KJV', 'Genesis 1:6')?.breaks).toEqual([{ at: 0, kind: 'paragraph' }])
    expect(verse('KJV', 'Genesis 1:7')?.breaks).toBeUndefined()
  })
  it('has psalm titles, the letters of Psalm 119, Selah, and the notes under epistles', () => {
    expect(verse('KJV', 'Psalms 3:1')?.headings).toEqual([
      { kind: 'psalm', text: 'A Psalm of David, when he fled from Absalom his son.' },
    ])
    expect(verse('KJV', 'Psalms 119:1')?.headings).toEqual([{ kind: 'acrostic', text: 'ALEPH' }])
    expect(verse('KJV', 'Psalms 119:169')?.headings).toEqual([{ kind: 'acrostic', text: 'TAU' }])
    expect(words('KJV', 'Psalms 3:2', 'selah')).toEqual(['Selah.'])
    expect(verse('KJV', 'Hebrews 13:25')?.notes).toEqual([
      { at: 28, text: 'Written to the Hebrews from Italy by Timothy.' },
    ])
    expect(verse('KJV', '3 John 1:14')?.text).toMatch(/Greet the friends by name\.$/)
  })
})

describe('the American Standard Version', () => {
  it('has each psalm’s title on its own psalm, and none of them in a text', () => {
    const titled = Array.from({ length: 150 }, (_, place) => library.chapter('ASV', 19, place + 1)[0]?.headings ?? [])
    expect(titled.filter((headings) => headings.some(({ kind }) => kind === 'psalm'))).toHaveLength(116)
    expect(verse('ASV', 'Psalms 3:1')?.headings?.[0]?.text).toBe('A Psalm of David, when he fled from Absalom his son.')
    expect(verse('ASV', 'Psalms 2:12')?.text).toMatch(/refuge in him\.$/)
    expect(verse('ASV', 'Psalms 86:1')?.headings?.[0]?.text).toBe('A Prayer of David.')
  })
  it('has the 22 letters of Psalm 119 before their stanzas', () => {
    const letters = library
      .chapter('ASV', 19, 119)
      .flatMap(({ verse: number, headings = [] }) => headings.map(({ text }) => `${number} ${text}`))
    expect(letters).toHaveLength(22)
    expect(letters[11]).toBe('89 LAMEDH')
    expect(letters[4]).toBe('33 HE')
    expect(verse('ASV', 'Psalms 119:88')?.text).toMatch(/^Quicken me after thy lovingkindness/)
  })
  it('marks added words, and whole verses that it doubts', () => {
    expect(words('ASV', 'Psalms 17:7', 'added')).toEqual(['in thee', 'against them'])
    expect(words('ASV', 'John 5:4', 'added')).toEqual([verse('ASV', 'John 5:4')?.text])
    expect(words('ASV', '1 Chronicles 24:4', 'added')).toEqual(['thus'])
  })
  it('has its hyphens and dashes in place', () => {
    expect(verse('ASV', 'Leviticus 2:12')?.text).toContain('first-fruits')
    expect(verse('ASV', 'Job 8:17')?.text).toContain('the stone-heap')
    expect(verse('ASV', 'Galatians 2:6')?.text).toContain('person)—they, I say')
    expect(verse('ASV', '1 Chronicles 27:1')?.text).toContain('the year—of every course')
    expect(verse('ASV', 'Genesis 35:19')?.text).toContain('Beth-lehem')
  })
})

describe('the World English Bible', () => {
  it('sets poetry in lines and stanzas, prose in paragraphs', () => {
    expect(verse('WEB', '1 Samuel 2:1')?.breaks?.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'line',
      'line',
      'line',
      'line',
    ])
    expect(verse('WEB', 'Genesis 1:2')?.breaks).toBeUndefined()
    expect(verse('WEB', '1 Samuel 2:3')?.breaks?.[0]).toEqual({ at: 0, kind: 'stanza', indent: 1 })
    expect(verse('WEB', 'Psalms 2:1')?.breaks?.[0]).toEqual({ at: 0, kind: 'line', indent: 1 })
  })
  it('has every Selah that the Hebrew has', () => {
    const selahs = library
      .verses('WEB', 0, 67_000_000)
      .flatMap(({ spans = [] }) => spans.filter(({ kind }) => kind === 'selah'))
    const inKingJames = library
      .verses('KJV', 0, 67_000_000)
      .flatMap(({ spans = [] }) => spans.filter(({ kind }) => kind === 'selah'))
    expect(selahs).toHaveLength(74)
    expect(inKingJames).toHaveLength(74)
    expect(verse('WEB', 'Psalms 57:3')?.text).toContain('pursuing me. Selah. God will send')
  })
  it('has notes on titles at the first verse', () => {
    expect(verse('WEB', 'Psalms 90:1')).toMatchObject({
      headings: [{ kind: 'psalm', text: 'A Prayer by Moses, the man of God.' }],
      notes: [{ at: 0, text: 'The Hebrew word rendered “God” is “אֱלֹהִ֑ים” (Elohim).' }],
    })
  })
})
