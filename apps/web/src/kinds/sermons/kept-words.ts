import { passagePath } from '../../bible/passage-path.ts'
import type { KeptWords } from '../../study/kind.ts'
import { sermonDrafts, startOf } from './sermon-draft.ts'

/** Reads a draft of a sermon for the lists of drafts; null: it is not one. */
export const keptWords = (_userId: string, key: string, kept: unknown): KeptWords | null => {
  const draft = sermonDrafts.parse(kept)
  if (!draft) return null
  const { version, book, startVerseId, base } = draft
  // The end that is typed may not be a verse yet.
  const verses = { verseId: startVerseId, endVerseId: startVerseId }
  const { chapter, verse } = startOf(draft)
  const path = base ? `/my-memos/sermons/${base.id}?edit` : passagePath({ version, book, chapter }, verse)
  return { key, words: sermonDrafts.title(draft), ...verses, version, path }
}
