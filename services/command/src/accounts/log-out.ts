import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'

/** Ends the session on this device, if there is one. */
export const logOut = (app: App, url: string, { sessions }: CommandDependencies) =>
  app.get(
    url,
    {
      config: { problemField: 'errors', changesState: true },
      schema: { summary: 'Log out', response: { 200: z.object({ message: z.string() }) } },
    },
    async (request, reply) => {
      await sessions.end(request, reply)
      return { message: 'You are logged out.' }
    },
  )
