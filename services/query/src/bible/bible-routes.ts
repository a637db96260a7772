import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { BibleUse } from '@pathlight/contracts/admin-bibles.ts'
import { isOperator } from '@pathlight/http/operators.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { FastifyRequest } from 'fastify'
import { type AdminBibles, adminBibles, type RecordDeed } from './admin-bibles.ts'
import { compareTranslations } from './compare-versions.ts'
import { externalSearch } from './external-search.ts'
import { findInBible } from './find-in-bible.ts'
import { getAboutText } from './get-about-text.ts'
import { getChapter } from './get-chapter.ts'
import { getCrossReferences } from './get-cross-references.ts'
import { getDailyVerse } from './get-daily-verse.ts'
import { getLexiconEntry } from './get-lexicon-entry.ts'
import { getPack } from './get-pack.ts'
import { getReference } from './get-reference.ts'
import { getWords } from './get-words.ts'
import { listVersions } from './list-versions.ts'
import { searchVerses } from './search-verses.ts'

/**
 * Whether the request names this machine by a loopback name, or carries a token. A page of another site can point its
 * own DNS name at this machine, and its calls would otherwise pass for calls of the operator.
 */
const isOwnName = ({ hostname, headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined || /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(hostname)

/** Registers all calls about Bible texts. Only the calls for administrators ask who is calling. */
export const bibleRoutes = async (
  app: App,
  bible: Bible,
  {
    operatorToken,
    sessions,
    isAdmin,
    recordDeed,
    shareText,
    useOf,
  }: {
    readonly operatorToken: string | null
    readonly sessions: Pick<Sessions, 'find'>
    readonly isAdmin: (userId: string) => Promise<boolean>
    readonly recordDeed: RecordDeed
    readonly shareText: AdminBibles['shareText']
    readonly useOf: (code: string) => Promise<BibleUse>
  },
): Promise<void> => {
  listVersions(app, '/api/bible/versions', bible)
  getAboutText(app, '/api/bible/about', bible)
  getChapter(app, bible)
  getPack(app, '/api/bible/pack', bible)
  getWords(app, '/api/bible/words', bible)
  getLexiconEntry(app, '/api/lexicon/:strongs', bible)
  externalSearch(app, '/api/search', bible)
  getReference(app, '/api/bible/reference')
  getDailyVerse(app, '/api/bible/daily', bible)
  getCrossReferences(app, '/api/bible/cross-references', bible)
  await adminBibles(app, '/api/admin/bibles', {
    ...bible,
    recordDeed,
    shareText,
    useOf,
    isAdministrator: async (request) => {
      const session = await sessions.find(request)
      if (session !== null && (await isAdmin(session.userId))) return 'admin'
      return isOperator(request, operatorToken) && isOwnName(request) ? 'operator' : null
    },
  })
  searchVerses(app, '/api/bible/search', bible)
  findInBible(app, '/api/bible/find', bible)
  compareTranslations(app, '/api/bible/compare', bible)
}
