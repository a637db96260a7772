import { PASSAGES_FORMAT, PASSAGES_VERSION } from '@pathlight/contracts/import-rules.ts'
import { noteStream } from '@pathlight/domain/notes/note-item.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { expect, it } from 'vitest'
import { kinds } from '../kinds.ts'
import { readFile } from './read-file.ts'
import { takeEntry } from './take-entries.ts'
import { newTally } from './tally.ts'

const userId = '0d9b5c9e-6a43-4f0e-9a6d-0c9d3f3b1a11'
const NOW = '2026-01-01T00:00:00.000Z'
const texts = { knowsVersion: () => true, verseText: () => 'For God so loved' }
const options = {
  ...texts,
  userId,
  columns: null,
  dates: null,
  version: 'KJV',
  now: NOW,
  versificationOf: () => 'eng' as const,
}
const TABLE = 'Verse,Note,Colour,Tags'
/** What the import page makes of a database of AndBible. */
const DATABASE = JSON.stringify({ format: PASSAGES_FORMAT, version: PASSAGES_VERSION, app: 'andbible' })

/** What a preview of these lines counts where a program from before there were tags has made a note of this id and text. */
const previewOf = async (lines: readonly string[], { id, text }: { readonly id: string; readonly text: string }) => {
  async function* file() {
    yield Buffer.from(lines.join('\n'))
  }
  const place = { noteId: id, userId, verseId: 43_003_016, endVerseId: null, version: 'KJV' }
  const data = { ...place, text, title: null, addedAt: NOW }
  const event = { type: 'NoteAdded', data, metadata: { userId, occurredAt: NOW, streamPosition: 1n, schemaVersion: 2 } }
  const readEnds = async (stream: string) => ({ events: stream === noteStream(userId, id) ? [event] : [] })
  const taking = { log: { readEnds } as unknown as EventLog, texts, userId, writes: false } as const
  const tally = newTally()
  const byName = new Map(kinds.map((kind) => [kind.item.kind, kind]))
  for await (const entry of readFile(file(), options)) await takeEntry(taking, byName, tally, entry)
  return tally.kinds
}
const one = (outcome: 'new' | 'same' | 'different') => ({ new: 0, same: 0, different: 0, refused: 0, [outcome]: 1 })

it('a row whose tags an older program wrote into its note is the same, and one whose note was edited is not', async () => {
  // Ids are those that the older program gave.
  const preview = (text: string) =>
    previewOf([TABLE, 'John 3:16,words,,grace; #the law'], { id: '97cf8b26-0633-58b0-b282-55ab75ab5318', text })
  expect(await preview('words\n\n#grace #the_law')).toEqual({ note: one('same') })
  expect(await preview('words of mine\n\n#grace #the_law')).toEqual({ note: one('different') })
})

it('a row of tags alone makes no bookmark beside the note that an older program made of it', async () => {
  const preview = (text: string) =>
    previewOf([TABLE, 'John 3:16,,,grace'], { id: 'ce9b9145-94b3-5c01-8364-736914d747de', text })
  expect(await preview('#grace')).toEqual({ bookmark: one('same') })
  expect(await preview('grace, in words of mine')).toEqual({ bookmark: one('new') })
})

it('a passage of another app whose labels an older program wrote into its note is the same', async () => {
  const passage = { row: 1, id: 'A1', first: 43_003_016, last: 43_003_016, text: 'words', color: null, version: null }
  const line = JSON.stringify({ ...passage, tags: ['Grace and hope'], created_at: null, updated_at: null })
  const preview = (text: string) => previewOf([DATABASE, line], { id: '7ea22540-7471-574a-9b6d-6f738c6c518d', text })
  expect(await preview('words\n\n#Grace_and_hope')).toEqual({ note: one('same') })
  expect(await preview('words')).toEqual({ note: one('different') })
})
