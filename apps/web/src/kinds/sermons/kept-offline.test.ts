import { hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { expect, it } from 'vitest'
import type { ItemHere } from '../../study/offline-kind.ts'
import { offline } from './kept-offline.ts'
import type { SermonItem } from './sermon-writes.ts'

const quotation = {
  type: 'scripture',
  attrs: { reference: 'Romans 8:28–30', version: 'WEB', verseId: 45_008_028, lang: 'en' },
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'All things.' }] }],
}
const sermon = {
  ...{ id: 's', user_id: 'ruth', title: 'Hope', speaker: 'Ruth', version: 'WEB', book: 'John', revision: 1 },
  ...{ start_chapter: 3, start_verse_id: 43_003_016, end_chapter: 3, end_verse_id: 43_003_016 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  content: { type: 'doc', content: [{ type: 'blockquote', content: [quotation] }] },
} as ItemHere<SermonItem>

it.each([
  ['with its content', sermon],
  ['as it is in the list', offline.listed?.(sermon) as ItemHere<SermonItem>],
])('a sermon %s is found by a passage that was inserted into it', (_how, kept) => {
  const { findable, mentions } = offline.searched(kept)
  expect(hasWords(findable(), wordsToFind('romans 8:28-30'))).toBe(true)
  expect(mentions?.().verses).toEqual([[45_008_028, 45_008_030]])
})

it('a sermon that an older build stored opens without its quoted passages', () => {
  const { quoted: _quoted, ...older } = { ...(offline.listed?.(sermon) as ItemHere<SermonItem>) }
  const { findable, mentions } = offline.searched(older as ItemHere<SermonItem>)
  expect(hasWords(findable(), wordsToFind('all things'))).toBe(true)
  expect(mentions?.().verses).toEqual([])
})
