import { type AdminLooked, adminStream } from '@pathlight/domain/admins/events.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { actLetter, lookLetter } from './admin-letters.ts'
import { writeLetter } from './letter.ts'
import type { Mailer } from './mail.ts'
import type { Reaction } from './reaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Names the event of a look, without its words. `userId`: the receiver; null: all people who want such mails get one. */
type LookMail = { adminId: string; revision: number; userId: string | null }
export type AdminMailJobs = { 'act-mail': { userId: string; revision: number }; 'look-mail': LookMail }

const revisionOf = ({ metadata }: Recorded): number => Number(metadata.streamPosition)

/** AccountHandled by an admin → a job that mails the owner. */
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

/** AdminLooked → a job that mails the person concerned, if the person wants such mails. */
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

type Options = {
  readonly identity: Pick<Identity, 'findUser' | 'wantLooksByMail'>
  /** The log that opens the reasons, which are sealed under the key of the person concerned. */
  readonly reasons: Pick<EventLog, 'readEnds'>
  readonly jobs: Pick<Jobs<AdminMailJobs>, 'add'>
  readonly mailer: Mailer | null
  readonly publicUrl: string
}

/** The event of this revision; null: its key is gone. */
const eventAt = async ({ reasons }: Options, stream: string, revision: number): Promise<Recorded | null> => {
  const { events } = await reasons.readEnds(stream, { upTo: BigInt(revision) })
  return events.find((event) => revisionOf(event) === revision) ?? null
}

/** Mails a person what an admin did with their account, and why. */
export const sendActMail =
  (options: Options) =>
  async ({ userId, revision }: AdminMailJobs['act-mail']): Promise<void> => {
    const { identity, mailer, publicUrl } = options
    const user = mailer && (await identity.findUser(userId))
    const event = user && (await eventAt(options, standingStream(userId), revision))
    if (!user || !event) return
    const { act, reason = '', closesAt } = event.data as AccountHandled['data']
    await mailer.send({ to: user.email, ...writeLetter(actLetter(user, { act, reason, closesAt }, publicUrl)) })
  }

/** Mails a person that an admin looked at their data, if the person wants such mails. A look at everybody becomes a job for each. */
export const sendLookMail =
  (options: Options) =>
  async ({ adminId, revision, userId }: LookMail): Promise<void> => {
    const { identity, mailer, publicUrl, jobs } = options
    if (mailer === null) return
    if (userId === null) {
      for (const one of await identity.wantLooksByMail())
        await jobs.add('look-mail', { adminId, revision, userId: one }, { id: `look ${adminId} ${revision} ${one}` })
      return
    }
    const user = await identity.findUser(userId)
    if (user === null || !user.looksByMail) return
    const [event, admin] = await Promise.all([
      eventAt(options, adminStream(adminId), revision),
      identity.findUser(adminId),
    ])
    if (event === null) return
    const { what, item, reason = null } = event.data as AdminLooked['data']
    const told = { what, item, reason, at: event.metadata.occurredAt, by: admin?.username || null }
    await mailer.send({ to: user.email, ...writeLetter(lookLetter(user, told, publicUrl)) })
  }
