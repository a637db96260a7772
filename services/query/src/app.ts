import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bibleRoutes } from './bible/bible-routes.ts'
import type { Bible } from './bible/open-bible.ts'
import { countBookmarks } from './bookmarks/count-bookmarks.ts'
import { listBookmarks } from './bookmarks/list-bookmarks.ts'
import { countHighlights } from './highlights/count-highlights.ts'
import { highlightsOnChapter } from './highlights/highlights-on-chapter.ts'
import { getChapterHighlights, getVerseHighlights, listHighlights } from './highlights/list-highlights.ts'
import { countNotes } from './notes/count-notes.ts'
import { getNote } from './notes/get-note.ts'
import { listNotes } from './notes/list-notes.ts'
import { getChapterNotes, notesOnChapter } from './notes/notes-on-chapter.ts'
import { getOverlay } from './overlay/get-overlay.ts'
import { knowLogEnd } from './read-position.ts'
import { getResourceCounts } from './resource-counts/get-resource-counts.ts'
import { countSermons } from './sermons/count-sermons.ts'
import { listSermons } from './sermons/list-sermons.ts'
import { getSermons } from './sermons/read-sermons.ts'
import { getChapterSermons, sermonsOnChapter } from './sermons/sermons-on-chapter.ts'
import { getSettings } from './settings/get-settings.ts'

export type QueryDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly bible: Bible
  /** Where the log ends that the read models are made from. */
  readonly logEnd: () => Promise<bigint>
}

/** How many items of every kind a person has: a new kind is added here, so that quotas count it. */
export const itemCounter = (readModels: ReadModelStore) => {
  const kinds = [
    countNotes(readModels),
    countHighlights(readModels),
    countSermons(readModels),
    countBookmarks(readModels),
  ]
  return async (userId: string): Promise<number> => {
    const counts = await Promise.all(kinds.map((count) => count(userId)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

/** Every call that reads. */
export const queryRoutes = async (app: App, dependencies: QueryDependencies): Promise<void> => {
  const { readModels, bible, logEnd } = dependencies
  knowLogEnd(app, logEnd)
  const numbering = {
    of: (code: string) => bible.library.version(code)?.versification ?? 'eng',
    inUse: () => ['eng', ...bible.library.installed().map(({ versification }) => versification)],
  }
  const onChapter = notesOnChapter(readModels, numbering)
  const highlighted = highlightsOnChapter(readModels, numbering)
  const preached = sermonsOnChapter(readModels, numbering)
  getOverlay(app, '/api/overlay', {
    ...dependencies,
    kinds: { notes: onChapter, highlights: highlighted, sermons: preached },
  })
  getChapterNotes(app, '/api/note/user/chapter', { ...dependencies, onChapter })
  listNotes(app, '/api/note/user', dependencies)
  getNote(app, '/api/note/detail/:id', dependencies)

  getChapterHighlights(app, '/api/highlight/chapter', { ...dependencies, onChapter: highlighted })
  getVerseHighlights(app, '/api/highlight/verse', { ...dependencies, onChapter: highlighted })
  listHighlights(app, '/api/highlight/user', dependencies)

  listSermons(app, '/api/sermon/user', dependencies)
  getChapterSermons(app, '/api/sermon/user/chapter', dependencies)
  getSermons(app, '/api/sermon/:id', dependencies)

  listBookmarks(app, '/api/bookmarks', dependencies)
  getSettings(app, '/api/users/settings', dependencies)
  getResourceCounts(app, '/api/resource-counts', {
    ...dependencies,
    countNotes: countNotes(readModels),
    countHighlights: countHighlights(readModels),
    countSermons: countSermons(readModels),
  })

  await bibleRoutes(app, bible)
}
