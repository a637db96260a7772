import type { App } from '@pathlight/http/server.ts'
import { getAbout } from './about/get-about.ts'
import { auditRoutes } from './audit/get-audit.ts'
import { getCounts } from './audit/get-counts.ts'
import { listLooks } from './audit/list-looks.ts'
import { bibleRoutes } from './bible/bible-routes.ts'
import { chapterOr404 } from './bible/chapter-or-404.ts'
import type { QueryDependencies } from './dependencies.ts'
import { getExport } from './export/get-export.ts'
import { getItemHistory } from './history/get-item-history.ts'
import { listChanges } from './history/list-changes.ts'
import { itemsIn } from './kinds.ts'
import { getOverlay } from './overlay/get-overlay.ts'
import { findPeople } from './people/find-people.ts'
import { getPerson } from './people/get-person.ts'
import { getPictures } from './pictures/get-pictures.ts'
import { knowLogEnd } from './read-position.ts'
import { getResourceCounts } from './resource-counts/get-resource-counts.ts'
import { getSync } from './sync/get-sync.ts'
import { getBackups } from './system/get-backups.ts'
import { getSystem } from './system/get-system.ts'
import { getTags } from './tags/get-tags.ts'
import { searchWriting } from './writing/search-writing.ts'

/** Registers the routes of the query service: the calls that read, and those by which admins change the Bible texts. */
export const queryRoutes = async (app: App, dependencies: QueryDependencies): Promise<void> => {
  const { kinds, readModels, bible, logEnd, pictures } = dependencies
  knowLogEnd(app, logEnd)
  getOverlay(app, '/api/overlay', dependencies)
  getResourceCounts(app, '/api/resource-counts', dependencies)
  searchWriting(app, '/api/writing', dependencies)
  getTags(app, '/api/tags', dependencies)
  getItemHistory(app, '/api/history/:kind/:id', dependencies)
  listChanges(app, '/api/history', dependencies)
  getExport(app, '/api/export', dependencies)
  auditRoutes(app, '/api/admin/audit', dependencies)
  getCounts(app, '/api/admin/counts', dependencies)
  getSystem(app, '/api/admin/system', dependencies)
  getBackups(app, '/api/admin/backups', dependencies)
  findPeople(app, '/api/admin/people', dependencies)
  getPerson(app, '/api/admin/people/:id', dependencies)
  listLooks(app, '/api/account/looks', dependencies)
  getSync(app, '/api/sync', dependencies)
  for (const { routes } of kinds) routes(app, dependencies)
  getAbout(app, '/api/about', dependencies)
  const texts = {
    chapterOf: (asked: Parameters<typeof chapterOr404>[1]) => chapterOr404(bible.chapters, asked),
    isInLibrary: (version: string) => bible.chapters.sourceOf(version) === 'library',
  }
  getPictures(app, { passage: '/pictures/passage.png', preview: '/preview.png' }, { texts, pictures })
  await bibleRoutes(app, bible, { ...dependencies, useOf: itemsIn(readModels) })
}
