import { passagePath } from '../../bible/passage-path.ts'
import { editDraftKey, sharedDraftKey } from '../../study/draft-keys.ts'
import type { KeptWords } from '../../study/kind.ts'
import { sermonDrafts, startOf } from './sermon-draft.ts'

/** Parses a stored draft of a sermon for lists of drafts. Null if it is not a valid draft. */
export const keptWords = (userId: string, key: string, kept: unknown): KeptWords | null => {
  const draft = sermonDrafts.parse(kept)
  if (!draft) return null
  const { id, version, book, base } = draft
  const start = startOf(draft)
  // The draft is listed on its first verse only, because the typed last verse may not be valid yet.
  const verseId = draft.startVerseId ?? 0
  const page = `/my-memos/sermons/${base?.id ?? id}`
  const path = base
    ? `${page}?edit`
    : !start || sharedDraftKey(key) === editDraftKey('sermons', userId, id)
      ? `${page}?new`
      : passagePath({ version, book, chapter: start.chapter }, start.verse)
  return { key, words: sermonDrafts.title(draft), verseId, endVerseId: verseId, version, path }
}
