import { deviceParams, devicesEnded, devices as devicesShape } from '@pathlight/contracts/account-care.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { recordAccountChange } from '../record-account-change.ts'

/** Lists the devices on which the person has signed in and that they have not ended. */
export const listDevices = (app: App, url: string, { identity, sessions }: CommandDependencies) =>
  app.get(
    url,
    { onRequest: sessions.requireUser, schema: { summary: 'My devices', response: { 200: devicesShape } } },
    async (request) => {
      const { userId, deviceId } = signedIn(request)
      const devices = await identity.devicesOf(userId)
      return {
        devices: devices.map(({ id, label, firstSeenAt, lastSeenAt }) => ({
          id,
          label,
          first_seen: firstSeenAt,
          last_seen: lastSeenAt,
          current: id === deviceId,
        })),
      }
    },
  )

/**
 * Ends the sessions of one device. For the caller's own device the call is a log-out, which also clears the cookies.
 */
export const endDevice = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Log out one of my devices', params: deviceParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId, deviceId } = session
      const { id } = request.params
      if (!(await identity.endDevice(userId, id))) throw new HttpProblem(404, 'device_not_found', 'No such device.')
      sessions.forgetAll()
      if (id === deviceId) await sessions.end(request, reply)
      await recordAccountChange(log, request, { userId, session, change: 'devices-ended' })
      return reply.code(204).send(null)
    },
  )

/** Ends the sessions of all devices but the caller's own. */
export const endOtherDevices = (app: App, url: string, { identity, log, sessions }: CommandDependencies) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      config: { whileLocked: true },
      schema: { summary: 'Log out all my other devices', response: { 200: devicesEnded } },
    },
    async (request) => {
      const session = signedIn(request)
      const { userId, deviceId } = session
      const ended = await identity.endOtherDevices(userId, deviceId)
      sessions.forgetAll()
      if (ended.length > 0) await recordAccountChange(log, request, { userId, session, change: 'devices-ended' })
      return { ended: ended.length }
    },
  )
