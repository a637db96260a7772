import { type AdminLooked, adminStream } from '@pathlight/domain/admins/events.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { actLetter, lookLetter } from './admin-letters.ts'
import type { AdminMailJobs, WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import type { Reaction } from './reaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const revisionOf = ({ metadata }: Recorded): number => Number(metadata.streamPosition)

/** When an admin acts on another person's account, adds a job that mails that person. */
export const tellOfActs: Reaction<AdminMailJobs> = {
  name: 'tell_of_acts',
  on: 'AccountHandled' satisfies AccountHandled['type'],
  job: 'act-mail',
  withinMs: DAY_MS,
  toJob: (event) => {
    const { userId } = event.data as AccountHandled['data']
    return event.metadata.actorId === userId ? null : { data: { userId, revision: revisionOf(event) } }
  },
}

/** When an admin views data, adds a job that mails the person concerned, if that person wants such mails. */
export const tellOfLooks: Reaction<AdminMailJobs> = {
  name: 'tell_of_looks',
  on: 'AdminLooked' satisfies AdminLooked['type'],
  job: 'look-mail',
  withinMs: DAY_MS,
  toJob: (event) => {
    const { adminId, subjectId } = event.data as AdminLooked['data']
    return { data: { adminId, userId: subjectId, revision: revisionOf(event) } }
  },
}

/** The event with the given revision; null: the event cannot be read any more, because its key was destroyed. */
const eventAt = async ({ reasons }: WorkerDependencies, stream: string, revision: number): Promise<Recorded | null> => {
  const { events } = await reasons.readEnds(stream, { upTo: BigInt(revision) })
  return events.find((event) => revisionOf(event) === revision) ?? null
}

/** Mails a person what an admin did with their account, and the reason. */
export const sendActMail =
  (dependencies: WorkerDependencies) =>
  async ({ userId, revision }: AdminMailJobs['act-mail']): Promise<void> => {
    const { identity, mailer, publicUrl } = dependencies
    const user = mailer && (await identity.findUser(userId))
    const event = user && (await eventAt(dependencies, standingStream(userId), revision))
    if (!user || !event) return
    const { act, reason = '', closesAt } = event.data as AccountHandled['data']
    await mailer.send({ to: user.email, ...writeLetter(actLetter(user, { act, reason, closesAt }, publicUrl)) })
  }

/**
 * Mails a person that an admin viewed their data, if the person wants such mails. A view of the data of all people adds
 * a job for each person who wants such mails.
 */
export const sendLookMail =
  (dependencies: WorkerDependencies) =>
  async ({ adminId, revision, userId }: AdminMailJobs['look-mail']): Promise<void> => {
    const { identity, mailer, publicUrl, jobs } = dependencies
    if (mailer === null) return
    if (userId === null) {
      for (const one of await identity.wantLooksByMail())
        await jobs.add('look-mail', { adminId, revision, userId: one }, { id: `look ${adminId} ${revision} ${one}` })
      return
    }
    const user = await identity.findUser(userId)
    if (user === null || !user.looksByMail) return
    const [event, admin] = await Promise.all([
      eventAt(dependencies, adminStream(adminId), revision),
      identity.findUser(adminId),
    ])
    if (event === null) return
    const { what, item, reason = null } = event.data as AdminLooked['data']
    const told = { what, item, reason, at: event.metadata.occurredAt, by: admin?.username || null }
    await mailer.send({ to: user.email, ...writeLetter(lookLetter(user, told, publicUrl)) })
  }
