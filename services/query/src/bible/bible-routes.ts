import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { adminBibles } from './admin-bibles.ts'
import { compareTranslations } from './compare-versions.ts'
import { externalSearch } from './external-search.ts'
import { findInBible } from './find-in-bible.ts'
import { getAboutText } from './get-about-text.ts'
import { getChapter } from './get-chapter.ts'
import { getCrossReferences } from './get-cross-references.ts'
import { getDailyVerse } from './get-daily-verse.ts'
import { getReference } from './get-reference.ts'
import { listVersions } from './list-versions.ts'
import type { Bible } from './open-bible.ts'
import { searchVerses } from './search-verses.ts'

/** Per address and minute: more than any reader types. */
const SEARCHES = 120
const MINUTE_MS = 60_000

/** Every call on Bible texts. None needs a session, but what is for administrators. */
export const bibleRoutes = async (app: App, bible: Bible): Promise<void> => {
  listVersions(app, '/api/bible/versions', bible)
  getAboutText(app, '/api/bible/about', bible)
  getChapter(app, bible)
  externalSearch(app, '/api/search', bible)
  getReference(app, '/api/bible/reference')
  getDailyVerse(app, '/api/bible/daily', bible)
  getCrossReferences(app, '/api/bible/cross-references', bible)
  // Nobody is an administrator before there are any.
  await adminBibles(app, '/api/admin/bibles', { bringing: bible.bringing, isAdministrator: () => false })
  await app.register(async (searching: App) => {
    const limit = { name: 'search', max: SEARCHES, windowMs: MINUTE_MS, key: byAddress }
    searching.addHook('preHandler', rateLimited(searching, limit))
    searchVerses(searching, '/api/bible/search', bible)
    findInBible(searching, '/api/bible/find', bible)
  })
  compareTranslations(app, '/api/bible/compare', bible)
}
