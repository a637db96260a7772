import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { SignUpMode } from '@pathlight/contracts/account-rules.ts'
import type { SystemReport } from '@pathlight/contracts/system.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { FastifyRequest } from 'fastify'
import { getAbout } from './about/get-about.ts'
import { type AuditDependencies, auditRoutes } from './audit/get-audit.ts'
import { getCounts } from './audit/get-counts.ts'
import { listLooks } from './audit/list-looks.ts'
import type { AdminBibles, RecordDeed } from './bible/admin-bibles.ts'
import { bibleRoutes } from './bible/bible-routes.ts'
import { chapterOr404 } from './bible/chapter-or-404.ts'
import { getExport } from './export/get-export.ts'
import type { DeviceLabels } from './history/devices.ts'
import { getItemHistory } from './history/get-item-history.ts'
import { listChanges } from './history/list-changes.ts'
import { itemsIn, kinds } from './kinds.ts'
import { getOverlay } from './overlay/get-overlay.ts'
import { findPeople } from './people/find-people.ts'
import { getPerson, type PeopleForAdmins } from './people/get-person.ts'
import { getPictures } from './pictures/get-pictures.ts'
import type { Pictures } from './pictures/open-pictures.ts'
import type { Numbering } from './place-on-verses.ts'
import { knowLogEnd } from './read-position.ts'
import { getResourceCounts } from './resource-counts/get-resource-counts.ts'
import { getSync } from './sync/get-sync.ts'
import type { SessionsOfPeople } from './sync/open-streams.ts'
import type { BackupsReport } from './system/backups-report.ts'
import { getBackups } from './system/get-backups.ts'
import { getSystem } from './system/get-system.ts'
import { getTags } from './tags/get-tags.ts'
import { searchWriting } from './writing/search-writing.ts'

export type QueryDependencies = {
  readonly readModels: ReadModelStore
  readonly sessions: Sessions
  readonly bible: Bible
  /** The log, read only, for histories. */
  readonly log: Pick<EventLog, 'readStream' | 'readEnds' | 'head'>
  readonly deviceLabels: DeviceLabels
  readonly identity: SessionsOfPeople
  /** The end of the log from which the read models are made. */
  readonly logEnd: () => Promise<bigint>
  /** Appends that the person of the request exports all their data. */
  readonly recordExport: (request: FastifyRequest) => Promise<unknown>
  /** The operator's texts about this Pathlight. */
  readonly aboutTexts: Parameters<typeof getAbout>[2]['aboutTexts']
  readonly signUpMode: SignUpMode
  /** The address that people use, if the settings name it. */
  readonly publicUrl: string | null
  /** The host of the provider at which people can log in; null: there is none. */
  readonly provider: string | null
  readonly pictures: Pictures
  /** Appends what the admin of the request is about to change. */
  readonly recordDeed: RecordDeed
  /** Tells the other machines which text of the catalogue an admin added or removed. */
  readonly shareText: AdminBibles['shareText']
  readonly backups: BackupsReport
  /** Makes the report about this Pathlight. */
  readonly report: () => Promise<SystemReport>
  /** The token with which the operator calls from another machine; null: the operator can call only from this machine. */
  readonly operatorToken: string | null
  readonly people: AuditDependencies['people'] &
    PeopleForAdmins &
    Parameters<typeof findPeople>[2]['people'] &
    Parameters<typeof getCounts>[2]['people']
} & Pick<AuditDependencies, 'isAdmin' | 'recordLook'>

/** All reading calls. */
export const queryRoutes = async (
  app: App,
  {
    readModels,
    sessions,
    bible,
    logEnd,
    log,
    deviceLabels,
    recordExport,
    identity,
    aboutTexts,
    signUpMode,
    publicUrl,
    provider,
    pictures,
    operatorToken,
    isAdmin,
    people,
    recordLook,
    report,
    recordDeed,
    shareText,
    backups,
  }: QueryDependencies,
): Promise<void> => {
  knowLogEnd(app, logEnd)
  const numbering: Numbering = {
    of: (code) => bible.library.version(code)?.versification ?? 'eng',
    inUse: () => ['eng', ...bible.library.installed().map(({ versification }) => versification)],
  }
  const dependencies = { readModels, sessions, numbering, kinds, log, deviceLabels }
  getOverlay(app, '/api/overlay', dependencies)
  getResourceCounts(app, '/api/resource-counts', dependencies)
  searchWriting(app, '/api/writing', dependencies)
  getTags(app, '/api/tags', dependencies)
  getItemHistory(app, '/api/history/:kind/:id', dependencies)
  listChanges(app, '/api/history', dependencies)
  getExport(app, '/api/export', { ...dependencies, recordExport })
  const forAdmins = { readModels, sessions, isAdmin, people, recordLook }
  auditRoutes(app, '/api/admin/audit', forAdmins)
  getCounts(app, '/api/admin/counts', {
    ...forAdmins,
    countBibles: () => bible.library.installed().length,
  })
  getSystem(app, '/api/admin/system', { sessions, isAdmin, report })
  getBackups(app, '/api/admin/backups', {
    ...{ sessions, isAdmin, backups },
    recordDownload: (request, name) => recordDeed(request, { deed: 'backup-downloaded', subject: name }),
  })
  findPeople(app, '/api/admin/people', forAdmins)
  getPerson(app, '/api/admin/people/:id', { ...dependencies, ...forAdmins })
  listLooks(app, '/api/account/looks', { ...dependencies, people })
  getSync(app, '/api/sync', { ...dependencies, logEnd, identity })
  for (const { routes } of kinds) routes(app, dependencies)
  getAbout(app, '/api/about', { aboutTexts, signUpMode, publicUrl, provider })
  const texts = {
    chapterOf: (asked: Parameters<typeof chapterOr404>[1]) => chapterOr404(bible.chapters, asked),
    isInLibrary: (version: string) => bible.chapters.sourceOf(version) === 'library',
  }
  getPictures(app, { passage: '/pictures/passage.png', preview: '/preview.png' }, { texts, pictures })
  await bibleRoutes(app, bible, { operatorToken, sessions, isAdmin, recordDeed, shareText, useOf: itemsIn(readModels) })
}
