import { join } from 'node:path'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Serving } from '@pathlight/runtime/serving.ts'
import type { FastifyRequest } from 'fastify'
import { openAbout } from './about/get-about.ts'
import { queryRoutes } from './app.ts'
import type { RecordDeed } from './bible/admin-bibles.ts'
import { chapterWithin } from './bible/get-chapter.ts'
import type { QueryDependencies, RecordLook } from './dependencies.ts'
import { kinds } from './kinds.ts'
import { openPictures } from './pictures/open-pictures.ts'
import { backupsReportOf } from './system/backups-report.ts'
import { systemReportOf } from './system/system-report.ts'

/** The folder of the web app's fonts. Pictures for link previews use these fonts, too. */
const LETTERS = join(import.meta.dirname, '../../../apps/web/src/look/letters')

type Admin = { readonly actorId: string; readonly deviceId: string | null; readonly correlationId: string }

/** The functions of the command service by which reading calls append events. */
export type WritesOfReaders = {
  readonly admins: {
    readonly isAdmin: QueryDependencies['isAdmin']
    act(admin: Admin, did: Parameters<RecordDeed>[1]): Promise<void>
    look(admin: Admin, look: Parameters<RecordLook>[1] & { readonly item: null }): Promise<void>
  }
  readonly recordExport: QueryDependencies['recordExport']
}

const adminOf = (request: FastifyRequest): Admin => {
  const { userId, deviceId } = signedIn(request)
  return { actorId: userId, deviceId, correlationId: request.correlationId }
}

/** Composes the query service from what its process has opened: its calls, and its functions for other services. */
export const composeQuery = (serving: Serving, { admins, recordExport }: WritesOfReaders) => {
  const { config, dataDir, stores, bible, served, sessions, projector, logger } = serving
  const dependencies: QueryDependencies = {
    ...served,
    kinds,
    numbering: { of: bible.library.versificationOf, inUse: bible.library.versifications },
    logEnd: stores.log.end,
    sessions,
    bible,
    aboutTexts: openAbout(join(dataDir, 'about.json'), (line) => logger.warn(line)),
    signUpMode: config.SIGN_UP,
    publicUrl: config.PUBLIC_URL ?? null,
    provider: config.oidc && new URL(config.oidc.issuer).host,
    pictures: openPictures({ from: LETTERS, folder: join(dataDir, 'letters') }),
    operatorToken: config.OPERATOR_TOKEN ?? null,
    isAdmin: admins.isAdmin,
    recordExport,
    identity: stores.identity,
    people: stores.identity,
    report: systemReportOf(stores, projector, serving.kept, { dataDir, settings: config }),
    backups: backupsReportOf({ ...stores, readModels: served.readModels }, bible, dataDir),
    recordDeed: (request, did) => admins.act(adminOf(request), did),
    shareText: (text) => stores.archives.noteSharedText({ ...text, at: new Date().toISOString() }),
    recordLook: (request, look) => admins.look(adminOf(request), { ...look, item: null }),
    deviceLabels: (userId) => stores.identity.deviceNamesOf(userId),
  }
  return {
    routes: (part: App) => queryRoutes(part, dependencies),
    /** Answers the chapter call without HTTP. */
    answerWithin: chapterWithin(bible),
  }
}
