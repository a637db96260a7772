import { expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { readCsv } from './read-csv.ts'

/** Verses that the edition leaves out, or joins to the verse before. */
const WITHOUT_WORDS = new Set([40_017_021])
const options = {
  ...{ userId: 'ann', columns: null, version: 'KJV', now: '2026-01-01T00:00:00.000Z' },
  verseText: (version: string, verse: number) =>
    version !== 'KJV' ? null : WITHOUT_WORDS.has(verse) ? '' : `words of ${verse}`,
}
/** What rows become: items by their kind and verses, and why others are refused. */
const read = async (...rows: string[]) => {
  async function* file() {
    yield Buffer.from(['Reference;Note;Colour;Version', ...rows].join('\n'))
  }
  const entries: Entry[] = []
  for await (const entry of readCsv(file(), options)) entries.push(entry)
  const items = entries.flatMap((entry) => ('changes' in entry ? entry.changes : []))
  return {
    notes: items.flatMap(({ kind, item }) => (kind === 'note' ? [[item?.verse_id, item?.end_verse_id]] : [])),
    highlights: items.flatMap(({ kind, item }) => (kind === 'highlight' ? [item?.verse_id] : [])),
    refused: entries.flatMap((entry) => ('refused' in entry ? [[entry.line, entry.kind, entry.refused.code]] : [])),
  }
}

it('a row highlights all verses of its passage, across chapters too, and of a chapter', async () => {
  const { highlights } = await read('John 3:35-4:2;;yellow;')
  expect(highlights).toEqual([43_003_035, 43_003_036, 43_004_001, 43_004_002])
  expect((await read('Psalm 23;;yellow;')).highlights).toHaveLength(6)
})

it('a row on more verses than may be highlighted says so', async () => {
  expect(await read('Psalm 119;;yellow;')).toEqual({
    ...{ notes: [], highlights: [], refused: [[2, 'note', 'import_too_many_verses']] },
  })
})

it('a note stands on all its verses, on those of its first chapter, or on a chapter’s first verse', async () => {
  const { notes } = await read('Psalm 119:1-176;long;;', 'John 3:35-4:2;two chapters;;', 'Psalm 23;a chapter;;')
  expect(notes).toEqual([
    [19_119_001, 19_119_176],
    [43_003_035, 43_003_036],
    [19_023_001, 19_023_001],
  ])
})

it('a row’s words are kept where its verses cannot be highlighted, or not all of them', async () => {
  expect(await read('Matthew 17:20-22;a verse is left out;yellow;')).toEqual({
    notes: [[40_017_020, 40_017_022]],
    ...{ highlights: [40_017_020, 40_017_022], refused: [] },
  })
  expect(await read('John 3:16;no text;yellow;NIV', 'John 3:16;no such colour;mauve;')).toEqual({
    notes: [
      [43_003_016, 43_003_016],
      [43_003_016, 43_003_016],
    ],
    highlights: [],
    refused: [
      [2, 'highlight', 'import_text_not_here'],
      [3, 'highlight', 'import_unknown_color'],
    ],
  })
})
