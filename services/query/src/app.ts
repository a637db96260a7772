import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { bibleRoutes } from './bible/bible-routes.ts'
import type { Bible } from './bible/open-bible.ts'
import { getChapterNotes, getChapterOverlay } from './chapter-overlay/get-chapter-overlay.ts'
import { getResourceCounts } from './resource-counts/get-resource-counts.ts'
import { getNote } from './user-notes/get-note.ts'
import { listNotes } from './user-notes/list-notes.ts'

export type QueryDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly bible: Bible
}

/** Every call that reads. */
export const queryRoutes = async (app: App, dependencies: QueryDependencies): Promise<void> => {
  const { library } = dependencies.bible
  const numbering = {
    of: (code: string) => library.version(code)?.versification ?? 'eng',
    inUse: () => ['eng', ...library.installed().map(({ versification }) => versification)],
  }
  getChapterOverlay(app, '/api/overlay', { ...dependencies, numbering })
  getChapterNotes(app, '/api/note/user/chapter', dependencies)
  listNotes(app, '/api/note/user', dependencies)
  getNote(app, '/api/note/detail/:id', dependencies)
  getResourceCounts(app, '/api/resource-counts', dependencies)

  await bibleRoutes(app, dependencies.bible)
}
