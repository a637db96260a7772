import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FileRefused } from './file-refused.ts'
import { readFile } from './read-file.ts'

/** The options of a reading, for a person who has made no choices. */
const options = {
  ...{ userId: 'ann', columns: null, dates: null, version: 'KJV', now: '2026-01-01T00:00:00.000Z' },
  ...{ knowsVersion: (code: string) => code === 'KJV', versificationOf: () => 'eng' as const },
  verseText: () => 'words',
}

/**
 * Reads the sample file of another program. Returns the items as [verse, last verse, words, version, time], their tags,
 * and the refusals as [line, code]. `chunk`: how many bytes are read at once; a chunk may end within a letter.
 */
const read = async (name: string, more: object = {}, chunk = 1_000_000) => {
  const file = readFileSync(new URL(`./elsewhere/${name}`, import.meta.url))
  async function* bytes() {
    for (let at = 0; at < file.length; at += chunk) yield file.subarray(at, at + chunk)
  }
  const notes: unknown[] = []
  const tags: unknown[] = []
  const refused: unknown[] = []
  for await (const entry of readFile(bytes(), { ...options, ...more })) {
    if ('refused' in entry) refused.push([entry.line, entry.refused.code])
    else
      for (const { item } of entry.changes) {
        notes.push([item?.verse_id, item?.end_verse_id, item?.text, item?.version, item?.created_at])
        tags.push(item?.tags)
      }
  }
  return { notes, tags, refused }
}

it('takes a table of AndBible: its references, the words of its HTML, its labels, versions and times', async () => {
  expect(await read('andbible.csv')).toEqual({
    notes: [
      [44_008_014, 44_008_017, 'Peter & John came down.\nSecond line.', 'KJV', '2025-07-01T08:00:00.000Z'],
      // A row with a label and no words becomes a bookmark.
      [43_003_016, null, undefined, 'KJV', '2025-07-03T08:00:00.000Z'],
      [19_023_001, 19_023_001, 'A plain note', 'KJV', '2025-07-04T08:00:00.000Z'],
    ],
    tags: [['A', 'B'], ['Love'], []],
    refused: [],
  })
  const { notes } = await read('andbible.csv', { knowsVersion: () => true })
  expect(notes.map((note) => (note as unknown[])[3])).toEqual(['KJV', 'KJV', 'ESV'])
})

it.each([1_000_000, 1, 7])('takes what the Korean Excel wrote, of which %i bytes come at once', async (chunk) => {
  expect(await read('excel-korean.csv', {}, chunk)).toEqual({
    notes: [
      [43_003_016, 43_003_016, '하나님의 사랑', 'KJV', '2024-03-01T00:00:00.000Z'],
      [19_023_001, 19_023_003, '푸른 풀밭, 쉴 만한 물가', 'KJV', '2024-03-02T15:05:00.000Z'],
      [1_001_001, 1_001_001, '뷁', 'KJV', '2026-01-01T00:00:00.000Z'],
    ],
    tags: [[], [], []],
    refused: [],
  })
})

it('takes a table with tabs', async () => {
  expect((await read('tabs.tsv')).notes).toEqual([[19_119_105, 19_119_105, 'Line one\\nLine two', 'KJV', options.now]])
})

it('puts no row of a German table on another verse, and reads its dates with the day first', async () => {
  const columns = { reference: 0, text: 1, date: 2 }
  const { notes, refused } = await read('german.csv', { columns })
  const onTheVerse = [43_003_016, 43_003_016, 'Liebe', 'KJV', '2022-03-05T00:00:00.000Z']
  for (const note of notes) expect(note).toEqual(onTheVerse)
  expect(refused.at(-1)).toEqual([3, 'import_no_reference'])
  expect(notes.length + refused.length).toBe(2)
})

it.each([
  ['logos.md', 'import_markdown'],
  ['bible-web.json', 'import_unknown_format'],
  ['youversion.json', 'import_unknown_format'],
  ['aurionix.biblenotes', 'import_html'],
])('says of %s what it is, and what can be taken', async (name, code) => {
  const error = await read(name).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(FileRefused)
  expect(error).toMatchObject({ code, message: expect.stringMatching(/Pathlight.*CSV.*AndBible.*MySword/) })
})
