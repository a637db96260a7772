import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { newDraftKey } from '../../study/draft-keys.ts'
import type { KeptWords } from '../../study/kind.ts'
import { noteDrafts } from './note-draft.ts'

/** A draft of a note as it is listed; null of what is none. Of a new one the key says on which verse it is. */
export const keptWords = (userId: string, key: string, kept: unknown): KeptWords | null => {
  const draft = noteDrafts.parse(kept)
  const [, version = '', id = ''] = /\.([^.]+)\.(\d+)$/.exec(key) ?? []
  const at = draft?.base ?? { version, verse_id: Number(id) }
  const place = parseVerseId(at.verse_id)
  if (!draft || !place || (!draft.base && key !== newDraftKey('notes', userId, at))) return null
  const { book, chapter, verse } = place
  const endVerseId = draft.endVerseId ?? at.verse_id
  const path = passagePath({ version: at.version, book: book.name.en, chapter }, verse, endVerseId % 1000)
  return { key, words: noteDrafts.title(draft), verseId: at.verse_id, endVerseId, version: at.version, path }
}
