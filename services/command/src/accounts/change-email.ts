import type { AccountChange } from '@pathlight/contracts/account-act-rules.ts'
import { accountMessage, changeEmailBody, emailLinkDone, emailLinkParams } from '@pathlight/contracts/account-care.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { EmailLinkPurpose } from '@pathlight/identity/identity.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { eventIdOf, nameBasedId } from '../event-id.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { accountOr409, passwordOr403 } from './identity-answers.ts'
import { NO_MAIL } from './no-mail.ts'

const HOUR_MS = 60 * 60 * 1000
/** The most links that a person can ask for in an hour. */
const LINKS_AN_HOUR = 5

const CHANGES = {
  'verify-email': 'email-verified',
  'change-email': 'email-changed',
  'undo-email-change': 'email-change-undone',
  'undo-second-factor': 'second-factor-off',
} as const satisfies Record<EmailLinkPurpose, AccountChange>

const linksOf = (app: App) =>
  rateLimited(app, {
    name: 'email-links',
    max: LINKS_AN_HOUR,
    windowMs: HOUR_MS,
    key: (request) => signedIn(request).userId,
  })

/** Mails a link to the new address. The address changes only when somebody opens the link. */
export const changeEmail = (app: App, url: string, { identity, sessions, jobs, sendsMail }: CommandDependencies) => {
  const limit = linksOf(app)
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Change my email address', body: changeEmailBody, response: { 202: accountMessage } },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      const { email, password } = request.body
      passwordOr403(await identity.checkPassword(userId, password, sessions.originOf(request)))
      await limit(request)
      accountOr409(await identity.askNewEmail(userId, email))
      await jobs.add('email-link-mail', { userId, purpose: 'change-email' })
      const sent = { message: 'We have sent a link to the new address. It becomes yours when you open the link.' }
      return reply.code(202).send(sendsMail ? sent : NO_MAIL)
    },
  )
}

/**
 * Mails another link that verifies the address. Throws 409 if the address is verified already, because no mail would be
 * sent.
 */
export const sendVerification = (app: App, url: string, { identity, sessions, jobs, sendsMail }: CommandDependencies) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      preHandler: linksOf(app),
      schema: { summary: 'Send the link that verifies my address again', response: { 202: accountMessage } },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      if (accountOr409(await identity.findUser(userId)).emailVerified)
        throw new HttpProblem(409, 'address_verified', 'This address is verified already.')
      await jobs.add('email-link-mail', { userId, purpose: 'verify-email' })
      return reply.code(202).send(sendsMail ? { message: 'We have sent the link. Please check your email.' } : NO_MAIL)
    },
  )

/**
 * Whether the log has the event of a used link. The whole stream is read, because EventStoreDB finds an event by its id
 * only among a stream's first and last events. The event of a link that was opened in an older Pathlight has another
 * id, so that link leads to a second event if it is opened again.
 */
const isRecorded = async (log: EventLog, userId: string, once: string): Promise<boolean> => {
  const stream = accountStream(userId)
  const id = eventIdOf(userId, once, stream)
  const { events } = await log.readStream(stream)
  return events.some(({ metadata }) => metadata.messageId === id)
}

/**
 * Makes the change that a mailed link stands for. The caller needs no session, because only the owner of the mailbox
 * has the link.
 */
export const followEmailLink = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.post(
    url,
    {
      ...refusalsLimited(app, { name: 'email-link', max: 60, windowMs: HOUR_MS, key: byAddress }).hooks,
      schema: { summary: 'Open a mailed link', params: emailLinkParams, response: { 200: emailLinkDone } },
    },
    async (request) => {
      const result = await identity.useEmailLink(request.params.token)
      if (result === null) throw new HttpProblem(400, 'email_link_spent', 'This link has expired or was already used.')
      const { purpose, user, repeated } = accountOr409(result)
      sessions.forgetAll()
      const change = CHANGES[purpose]
      const once = nameBasedId('email-link', request.params.token)
      // The first request may have been interrupted before this line. So a repeated request adds the job and records
      // the event, unless the event is there. The job comes before the event, because the log may refuse an event when
      // there are many changes at once.
      if (repeated && (await isRecorded(log, user.id, once))) return { done: purpose }
      if (purpose === 'change-email')
        await jobs.add(
          'email-link-mail',
          { userId: user.id, purpose: 'undo-email-change' },
          // With this id each link leads to one mail at most. The old address, to which the mail goes, may be a
          // stranger's.
          { id: nameBasedId('undo-email-change', request.params.token) },
        )
      await recordAccountChange(log, request, { userId: user.id, session: null, change, once })
      return { done: purpose }
    },
  )
