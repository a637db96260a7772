import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importBible } from './importers/import-bible.ts'
import { type Library, openLibrary } from './library.ts'
import { removeVersion } from './remove-version.ts'
import { openForWriting } from './schema.ts'

let folder = ''
let file = ''
let library: Library

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'library-'))
  file = join(folder, 'bibles.sqlite')
  openForWriting(file).close()
  library = openLibrary(file)
})
afterEach(() => {
  library.close()
  rmSync(folder, { recursive: true })
})

const bring = (code: string, text: string, more = {}) => {
  const path = join(folder, `${code}.usfm`)
  writeFileSync(path, `\\id JUD\n\\c 1\n\\p\n\\v 1 ${text}\n\\v 2 Mercy.\n`)
  return importBible({ library: file, path, code, language: 'en', partial: true, ...more })
}

describe('the version list', () => {
  it('always names the specification’s versions, with what would bring each', () => {
    const versions = library.versions()
    expect(versions.map(({ code }) => code)).toEqual(['KRV', 'ESV', 'NIV', 'NLT'])
    for (const { available, source, hint, licence } of versions) {
      expect({ available, source }).toEqual({ available: false, source: 'absent' })
      expect(hint).toMatch(/import|npm run bible -- add/i)
      expect(licence).not.toBe('')
    }
  })

  it('shows a version that was imported while it was open, and no longer its hint', async () => {
    await bring('krv', '유다', { language: 'ko' })
    expect(library.versions().find(({ code }) => code === 'KRV')).toEqual({
      code: 'KRV',
      name: 'Korean Revised Version',
      localName: '개역한글',
      language: 'ko',
      direction: 'ltr',
      licence: 'Public domain in Korea since 2012 (Korean Bible Society, 1961).',
      source: 'imported',
      available: true,
      hint: null,
      command: null,
      books: [65],
      versification: 'eng',
    })
    expect(library.chapter('krv', 65, 1).map(({ text }) => text)).toEqual(['유다', 'Mercy.'])
  })

  it('shows a version no longer that was removed while it was open', async () => {
    await bring('ONE', 'Jude')
    const before = library.installed()
    expect(library.version('one')?.verses).toBe(2)
    expect(library.installed()).toBe(before)
    expect(removeVersion(file, 'one')).toBe(true)
    expect(library.installed()).not.toBe(before)
    expect(library.version('ONE')).toBeNull()
    expect(library.chapter('ONE', 65, 1)).toEqual([])
    expect(removeVersion(file, 'one')).toBe(false)
  })

  it('knows a version and its numbering also after it was removed, and of one that came in its place', async () => {
    const writing = openForWriting(file)
    const numberedBy = (scheme: string) =>
      writing.prepare("UPDATE version SET versification = ? WHERE code = 'ONE'").run(scheme)
    await bring('ONE', 'Jude')
    numberedBy('org')
    for (const remove of [() => undefined, () => removeVersion(file, 'ONE')]) {
      remove()
      expect([library.versificationOf('one'), library.versificationOf('NONE')]).toEqual(['org', 'eng'])
      expect(library.versifications()).toEqual(['eng', 'org'])
      expect([library.knows('one'), library.knows('niv'), library.knows('NONE')]).toEqual([true, true, false])
    }
    await bring('ONE', 'Jude')
    numberedBy('vul')
    expect(library.versificationOf('ONE')).toBe('vul')
    expect(library.versifications()).toEqual(['eng', 'vul'])
    removeVersion(file, 'ONE')
    expect(library.versificationOf('ONE')).toBe('vul')
    writing.close()
  })

  it('keeps a text of a file where only one of the catalogue was to be removed', async () => {
    const source = { kind: 'catalogue', id: 'ONE', address: '', website: null, licenceUrl: null, digest: null }
    await bring('ONE', 'Jude', { source })
    await bring('TWO', 'Jude')
    const remove = (code: string) => removeVersion(file, code, { onlyFromCatalogue: true })
    expect([remove('ONE'), remove('TWO'), remove('NONE')]).toEqual([true, false, false])
    expect(library.installed().map(({ code }) => code)).toEqual(['TWO'])
  })

  it('goes on reading the old text while a new one is written, and sees the new one when it is whole', async () => {
    await bring('ONE', 'Jude')
    const seen: (string | undefined)[] = []
    await bring('ONE', 'Judas', { onProgress: () => seen.push(library.chapter('ONE', 65, 1)[0]?.text) })
    expect(seen).toEqual(['Jude', 'Jude'])
    expect(library.chapter('ONE', 65, 1)[0]?.text).toBe('Judas')
  })

  it('gives a replaced text another fingerprint, and one of which something else is said', async () => {
    await bring('ONE', 'Jude')
    const before = library.version('ONE')
    expect((await bring('ONE', 'Judas')).replaced).toBe(true)
    expect(library.version('ONE')?.fingerprint).not.toBe(before?.fingerprint)
    expect(library.chapter('ONE', 65, 1)[0]?.text).toBe('Judas')
    const replaced = library.version('ONE')?.fingerprint
    await bring('ONE', 'Judas', { copyright: 'Ours, 2026' })
    expect(library.version('ONE')?.fingerprint).not.toBe(replaced)
  })
})

describe('the notice with a text', () => {
  it.each([
    ['CC BY 4.0', 'The One. CC BY 4.0'],
    ['https://creativecommons.org/licenses/by-sa/4.0/', 'The One. https://creativecommons.org/licenses/by-sa/4.0/'],
    ['CC0 1.0', null],
    ['https://creativecommons.org/publicdomain/zero/1.0/', null],
    ['Public domain', null],
    ['Use it by permission.', null],
  ])('under the licence “%s” is %s', async (licence, copyright) => {
    await bring('ONE', 'Jude', { name: 'The One', licence })
    expect(library.version('ONE')?.copyright).toBe(copyright)
    await bring('ONE', 'Jude', { name: 'The One', licence, copyright: 'Ours, 2026' })
    expect(library.version('ONE')?.copyright).toBe('Ours, 2026')
  })
})

describe('verses', () => {
  it('that are joined with others before them are found by their own number', async () => {
    await bring('ONE', 'Jude\n\\v 3-5 Beloved\n\\v 6 Angels')
    const found = (from: number, through: number) =>
      library.verses('ONE', 65_001_000 + from, 65_001_000 + through).map(({ verse }) => verse)
    expect(found(4, 4)).toEqual([3])
    expect(found(5, 6)).toEqual([3, 6])
    expect(found(6, 6)).toEqual([6])
    expect(found(7, 9)).toEqual([])
    expect(found(2, 2)).toEqual([2])
  })
})

describe('a chapter', () => {
  it('is empty for what is not there, and never another one', async () => {
    await bring('ONE', 'Jude')
    await bring('TWO', 'Judas')
    for (const [book, chapter] of [
      [65, 0],
      [65, 2],
      [65, -1],
      [65, 1000],
      [65, 1.5],
      [65, Number.NaN],
      [0, 1],
      [66, 1],
      [165, 1],
      [-35, 1],
      [Number.NaN, 1],
      [Number.POSITIVE_INFINITY, 1],
    ] as const)
      expect(library.chapter('ONE', book, chapter)).toEqual([])
    expect(library.chapter('THREE', 65, 1)).toEqual([])
    expect(library.chapter("ONE' OR '1'='1", 65, 1)).toEqual([])
  })

  it('is read by one search of the table’s key', () => {
    const plan = library.db
      .prepare('EXPLAIN QUERY PLAN SELECT row, text, through, layout FROM verse WHERE row BETWEEN ? AND ? ORDER BY row')
      .all(1, 2)
    expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH verse USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'])
  })
})

describe('the file', () => {
  it('can be read and not written through a library', () => {
    expect(() => library.db.exec('DELETE FROM verse')).toThrow(/readonly/)
  })
  it.each([
    [
      1,
      'ALTER TABLE version DROP COLUMN about; DROP TABLE cross_reference; DROP TABLE dataset; DROP TABLE words;',
      '{}',
    ],
    [3, '', expect.stringContaining('ONE.usfm')],
  ])('of an earlier Pathlight (format %d) is brought up to date, its texts kept', async (format, without, about) => {
    await bring('ONE', 'Jude')
    const old = openForWriting(file)
    old.exec(`${without} DROP TABLE removed_version; PRAGMA user_version = ${format}`)
    old.close()
    openForWriting(file).close()
    const upgraded = openLibrary(file)
    expect(upgraded.chapter('ONE', 65, 1)).toHaveLength(2)
    expect(upgraded.db.prepare('SELECT about FROM version').get()).toEqual({ about })
    for (const table of ['dataset', 'words', 'cross_reference', 'removed_version'])
      expect(upgraded.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 })
    upgraded.close()
  })
  it('is refused when a newer Pathlight wrote it', () => {
    const db = openForWriting(file)
    db.exec('PRAGMA user_version = 99')
    db.close()
    expect(() => openLibrary(file)).toThrow(/newer Pathlight/)
    expect(() => openForWriting(file)).toThrow(/newer Pathlight/)
  })
})
