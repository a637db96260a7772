import { HttpProblem } from './problem.ts'
import type { App } from './server.ts'

const misdirected = async (): Promise<never> => {
  const words =
    'Another process of this Pathlight answers this call. The gateway before it sent the call to the wrong one.'
  throw new HttpProblem(421, 'misdirected', words)
}

/**
 * Registers the routes of a service that runs in another process, so that openapi.json and the allowed methods are the
 * same in every process. Each of these routes answers 421, except those at the paths `here`.
 */
export const answeredElsewhere =
  (put: (part: App) => Promise<void>, here: readonly string[] = []) =>
  async (part: App): Promise<void> => {
    part.addHook('onRoute', (route) => {
      if (here.includes(route.url)) return
      route.handler = misdirected
      for (const hook of ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const) delete route[hook]
    })
    await put(part)
  }
