import type { BringBibles } from '@pathlight/bible-library/catalogue/bring-bibles.ts'
import { bibleErrand, bibleErrands, bringBible } from '@pathlight/contracts/bible.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { FastifyRequest } from 'fastify'

export type AdminBibles = {
  readonly bringing: BringBibles
  /** Whether the sender of the request may administer this Pathlight. */
  readonly isAdministrator: (request: FastifyRequest) => boolean | Promise<boolean>
}

/** Brings texts of the open catalogue while the app runs, and tells how far they are. For administrators only. */
export const adminBibles = async (app: App, url: string, { bringing, isAdministrator }: AdminBibles): Promise<void> =>
  app.register(async (forAdministrators: App) => {
    forAdministrators.addHook('onRequest', async (request) => {
      if (await isAdministrator(request)) return
      throw new HttpProblem(404, 'no_such_call', 'There is nothing at this address.')
    })
    forAdministrators.post(
      url,
      {
        schema: { summary: 'Bring a Bible from the open catalogue', body: bringBible, response: { 202: bibleErrand } },
      },
      async (request, reply) => {
        const { bible, version } = request.body
        const errand = bringing.bring(bible, version?.toUpperCase() ?? null)
        if (errand === null) throw new HttpProblem(429, 'too_many_errands', 'Several Bibles are waiting already.')
        return reply.code(202).send(errand)
      },
    )
    forAdministrators.get(
      url,
      { schema: { summary: 'How far the Bibles are that were asked for', response: { 200: bibleErrands } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { errands: bringing.errands() }
      },
    )
  })
