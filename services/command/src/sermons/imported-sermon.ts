import { sermonShapes } from '@pathlight/contracts/sermons.ts'
import type { SermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import type { ImportedTo } from '../kind.ts'
import type { HtmlReader } from './read-html.ts'
import { sermonFrom } from './sermon-words.ts'

/** Content of an export is rich text already. */
const NO_HTML: HtmlReader = {
  read: () => Promise.reject(new Error('an export has no HTML')),
  close: async () => undefined,
}

/** Makes an imported sermon one of this person's. Throws RuleBroken, ZodError. */
export const importedSermon = async (sent: unknown, { userId, ...texts }: ImportedTo): Promise<SermonItem> => {
  const { id, created_at, updated_at, ...item } = sermonShapes.imported.parse(sent)
  const { title, speaker, content, version, book } = item
  const fields = {
    ...{ title, speaker, content, version, book, verseId: undefined },
    ...{ startChapter: item.start_chapter, startVerseId: item.start_verse_id },
    ...{ endChapter: item.end_chapter, endVerseId: item.end_verse_id },
  }
  const clean = await sermonFrom(fields, texts, { userId, html: NO_HTML })
  return {
    ...item,
    ...{ id, created_at, updated_at, user_id: userId, revision: 0 },
    ...{ title: clean.title, speaker: clean.speaker, content: clean.content, version: clean.version, book: clean.book },
  }
}
