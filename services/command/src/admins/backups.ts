import { planBody } from '@pathlight/contracts/backups.ts'
import { BACKUPS_KEPT_MAX } from '@pathlight/contracts/system-rules.ts'
import { adminsOnly } from '@pathlight/http/admins-only.ts'
import type { App } from '@pathlight/http/server.ts'
import { ARCHIVE_SCHEDULE, endArchives, plannedArchives, plannedFolder } from '@pathlight/runtime/archive-job.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { asAdmin } from './admins.ts'

/**
 * The calls by which an admin schedules daily archives, ends the schedule, or has an archive written now. An admin
 * cannot name a folder. Archives go into the folder of the operator's schedule, even after an admin ended it, and
 * otherwise into the worker's data folder.
 */
export const backupCalls = (app: App, url: string, { sessions, admins, jobs, archives }: CommandDependencies): void => {
  const onRequest = adminsOnly(sessions, admins.isAdmin)
  app.put(
    url,
    { onRequest, schema: { summary: 'Have archives written each day', body: planBody, response: { 204: z.null() } } },
    async (request, reply) => {
      const { hour, time_zone: timeZone, keep } = request.body
      const folder = await plannedFolder({ jobs, archives })
      await admins.act(asAdmin(request), { deed: 'backups-planned', subject: `${hour}:00 ${timeZone}, ${keep}` })
      await jobs.every(ARCHIVE_SCHEDULE, 'write-archive', { folder, keep }, { hour, timeZone })
      return reply.code(204).send(null)
    },
  )
  app.delete(
    url,
    { onRequest, schema: { summary: 'Have no more archives written', response: { 204: z.null() } } },
    async (request, reply) => {
      await admins.act(asAdmin(request), { deed: 'backups-ended', subject: ARCHIVE_SCHEDULE })
      await endArchives({ jobs, archives }, 'admin')
      return reply.code(204).send(null)
    },
  )
  app.post(
    url,
    { onRequest, schema: { summary: 'Have an archive written now', response: { 202: z.null() } } },
    async (request, reply) => {
      const folder = await plannedFolder({ jobs, archives })
      // Without a schedule, BACKUPS_KEPT_MAX archives stay, which is the most that a schedule can choose.
      const keep = (await plannedArchives(jobs))?.keep ?? BACKUPS_KEPT_MAX
      await admins.act(asAdmin(request), { deed: 'backup-asked', subject: ARCHIVE_SCHEDULE })
      await jobs.add('write-archive', { folder, keep }, { attempts: 1, correlationId: request.correlationId })
      return reply.code(202).send(null)
    },
  )
}
