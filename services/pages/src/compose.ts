import { resolve } from 'node:path'
import type { Serving } from '@pathlight/runtime/serving.ts'
import { openWebApp, type WebApp, type WebAppOptions } from './serve-web.ts'

const BUILT = resolve(import.meta.dirname, '../../../apps/web/dist')

/** The functions of the command and the query service that the page service calls. */
type OtherServices = Pick<WebAppOptions, 'answerWithin'> & {
  readonly admins: { isAdmin(userId: string): Promise<boolean> }
}

/** Composes the page service from what its process has opened. `folder`: the folder of the built web app. */
export const composePages = (
  { config, bible, sessions, logger }: Serving,
  { answerWithin, admins }: OtherServices,
  folder: string = BUILT,
): Promise<WebApp> =>
  openWebApp({
    folder,
    publicUrl: config.PUBLIC_URL ?? null,
    serviceWorker: config.SERVICE_WORKER,
    answerWithin,
    texts: bible.library.installed,
    references: bible.references.fingerprint,
    isAdmin: async (request) => {
      const session = await sessions.find(request)
      return session !== null && admins.isAdmin(session.userId)
    },
    logger,
  })
