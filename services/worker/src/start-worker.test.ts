import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { adminStream } from '@pathlight/domain/admins/events.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { standingStream } from '@pathlight/domain/standing/events.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { postgresJobs } from '@pathlight/engine-postgres/jobs.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import { RENEWED_EVERY_MS } from '@pathlight/identity/data-keys.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { MailTest } from '@pathlight/identity/identity-archive.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import type { Daily } from '@pathlight/jobs/jobs.ts'
import { keptMessages } from '@pathlight/runtime/kept-messages.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { simpleParser as read } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedAccountsIn } from './closed-accounts.ts'
import type { WorkerJobs } from './dependencies.ts'
import { smtpMailer } from './mail.ts'
import { startWorker } from './start-worker.ts'

const HOUR_MS = 60 * 60 * 1000
const from = { deviceToken: null, userAgent: null, address: '192.0.2.1' }

/** The worker on real stores, with a mail server that stores its mails. */
describe('the worker', () => {
  const mails: { to: string; source: string }[] = []
  const told: string[] = []
  const tested: (MailTest & { readonly adminId: string })[] = []
  const closings: { userId: string; closesAt: string; ranAt: number }[] = []
  const folder = join(mkdtempSync(join(tmpdir(), 'pathlight-kept-')), 'contact')
  const closedAccounts = closedAccountsIn(join(folder, '../closed/accounts.txt'))
  /** If true, the mail server refuses mails to the operator. */
  let isFull = false
  const stops: (() => unknown)[] = []
  const keysFolder = emptyFolder()
  let firstEpoch: string[] = []
  /** For each renewal of keys, whether it began an epoch. */
  const renewals: boolean[] = []
  let sweeps = 0
  /** An account whose closing is due when the worker starts, and whose job was lost. */
  let lostClosing = ''
  const addedIds: string[] = []
  const schedules: { name: keyof WorkerJobs; often: number | Daily }[] = []
  let identity: Identity
  let log: ReturnType<typeof postgresEventLog>
  let jobs: ReturnType<typeof postgresJobs<WorkerJobs>>

  beforeAll(async () => {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(isFull && address === 'operator@example.org' ? new Error('mailbox full') : null),
      onData: (stream, session, done) => {
        let source = ''
        stream.on('data', (part) => {
          source += part
        })
        stream.on('end', () => {
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', source })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const database: TestDatabase = await freshDatabase()
    const { pool, url } = database
    const listener = database.listener()
    log = postgresEventLog({ pool, listener })
    const readModels = postgresReadModelStore({ pool, listener })
    const records = await postgresRecords(pool)
    const keyOptions = { masterKey: new Uint8Array(32).fill(7), folder: keysFolder }
    // The epoch began so long before the worker's start that its renewal is due.
    const keys = await openDataKeys(records, { ...keyOptions, now: () => new Date(Date.now() - RENEWED_EVERY_MS) })
    firstEpoch = readdirSync(keysFolder)
    const keysNow = await openDataKeys(records, keyOptions)
    identity = openIdentity(records, keys)
    jobs = postgresJobs<WorkerJobs>({ url })
    // A new schedule would run its job at once. This fake only records the schedules.
    const every: typeof jobs.every = async (_id, name, _data, often) => void schedules.push({ name, often })
    lostClosing = (await person('en')).id
    const past = new Date(Date.now() - HOUR_MS).toISOString()
    await log.appendToStream(standingStream(lostClosing), [
      {
        type: 'AccountHandled',
        data: { userId: lostClosing, act: 'ask-closing', lockedAt: null, closesAt: past, handledAt: past },
        metadata: { userId: lostClosing, actorId: lostClosing, occurredAt: past },
      },
    ])
    const add: typeof jobs.add = (name, data, options) => {
      if (options?.id !== undefined) addedIds.push(options.id)
      return jobs.add(name, data, options)
    }
    const port = (smtp.server.address() as AddressInfo).port
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Pathlight <lamp@example.org>' })
    const stop = new AbortController()
    const quiet = { warn: () => undefined, error: () => undefined }
    const sweep = () => {
      sweeps += 1
      return identity.sweep()
    }
    const { done } = await startWorker({
      log,
      reasons: log,
      storedLog: log,
      checkpoints: readModels,
      identity: { ...identity, sweep },
      archives: { noteMailTest: async (adminId, test) => void tested.push({ adminId, ...test }) },
      dataKeys: {
        async renewWhenDue(options) {
          const renewed = await keysNow.renewWhenDue({ ...options, settleMs: 0 })
          renewals.push(renewed)
          return renewed
        },
      },
      jobs: { ...jobs, every, add },
      mailer,
      importData: async () => undefined,
      closeWhenDue: async (data) => void closings.push({ ...data, ranAt: Date.now() }),
      writeArchive: async () => undefined,
      contactEmail: 'operator@example.org',
      kept: keptMessages(folder),
      closedAccounts,
      publicUrl: 'https://bible.example.org',
      tellOperator: (line) => told.push(line),
      logger: quiet,
      signal: stop.signal,
    })
    stops.push(
      () => stop.abort(),
      () => done,
      () => jobs.close(),
      () => log.close(),
      () => readModels.close(),
      () => mailer.close(),
      () => smtp.close(),
      () => database.drop(),
      () => rmSync(folder, { recursive: true, force: true }),
    )
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  it('begins the next epoch of keys at its start, where it is due; each hour it looks again, and sweeps what has expired', async () => {
    await eventually(() => expect(renewals).toContain(true))
    const epochs = () => readdirSync(keysFolder).filter((name) => name.endsWith('.epoch'))
    expect(firstEpoch).toHaveLength(1)
    expect(epochs()).toHaveLength(1)
    expect(epochs()).not.toEqual(firstEpoch)
    const hourly = schedules.filter(({ often }) => often === HOUR_MS)
    const before = { renewals: renewals.length, sweeps }
    for (const { name } of hourly) await jobs.add(name, {} as never)
    await eventually(() => expect(renewals.length).toBeGreaterThan(before.renewals))
    await eventually(() => expect(sweeps).toBeGreaterThan(before.sweeps))
  })

  it('looks with each epoch of keys for closings whose jobs were lost', async () => {
    await eventually(() => expect(addedIds).toContain(`closing ${lostClosing}`))
  })

  it('tells a person what an admin did with their account and why, within a day, once, and nothing that they did themselves', async () => {
    const [ann, admin] = [await person('ko'), await person('en')]
    const handle = async (act: string, { actorId = admin.id, at = new Date(), more = {} } = {}) => {
      const [handledAt, occurredAt] = [at.toISOString(), at.toISOString()]
      const data = { userId: ann.id, act, lockedAt: null, closesAt: null, handledAt, ...more }
      const metadata = { userId: ann.id, actorId, occurredAt, schemaVersion: 1 }
      await log.appendToStream(standingStream(ann.id), [{ type: 'AccountHandled', data, metadata }])
    }
    const mailsTo = async (address: string) => {
      const parsed = await Promise.all(mails.filter(({ to }) => to === address).map(({ source }) => read(source)))
      return parsed.map(({ subject, text }) => ({ subject, text: text ?? '' }))
    }
    await handle('lock', { at: new Date(Date.now() - 25 * HOUR_MS), more: { reason: 'Long ago it was done.' } })
    await handle('stop-closing', { actorId: ann.id })
    await handle('lock', { more: { reason: 'A <stranger> writes in it.' } })
    const closesAt = '2026-12-07T08:00:00.000Z'
    await handle('ask-closing', { more: { reason: 'Ann asked me for it.', closesAt, closesFor: 'x' } })
    await eventually(async () =>
      expect((await mailsTo(ann.email)).map(({ subject }) => subject).toSorted()).toEqual([
        '계정이 닫힐 예정입니다',
        '계정이 잠겼습니다',
      ]),
    )
    const texts = (await mailsTo(ann.email)).map(({ text }) => text).join('\n')
    expect(texts).toContain('> A <stranger> writes in it.')
    expect(texts).toContain('> Ann asked me for it.')
    expect(texts).toContain('2026년 12월 7일 오전 8:00 (UTC)에 계정이 닫히고')
    expect(texts).not.toContain('Long ago')
  })

  it('mails an invitation to the address that it is for, in the language of who invites, and none that was withdrawn', async () => {
    const by = await person('ko')
    const until = new Date(Date.now() + HOUR_MS)
    const invite = (email: string) => identity.invite({ id: crypto.randomUUID(), email, people: 1, by: by.id, until })
    const [kept, withdrawn] = [await invite('kept.guest@example.org'), await invite('gone.guest@example.org')]
    await identity.withdrawInvitation(withdrawn.id)
    for (const { id } of [withdrawn, kept]) await jobs.add('invitation-mail', { invitationId: id })
    const mailTo = (address: string) => mails.find(({ to }) => to === address)
    await eventually(() => expect(mailTo('kept.guest@example.org')).toBeDefined())
    const { subject, text } = await read(mailTo('kept.guest@example.org')?.source ?? '')
    expect(subject).toContain('길빛으로 초대합니다')
    expect(text).toContain(`https://bible.example.org/signup?invitation=${kept.code}`)
    expect(mailTo('gone.guest@example.org')).toBeUndefined()
  })

  it('sends a test mail, and remembers what the mail server said where it was not taken', async () => {
    const ann = await person('en')
    const answered = (id: string) => tested.find((one) => one.id === id)
    await jobs.add('test-mail', { userId: ann.id, id: 'taken' }, { attempts: 1 })
    await eventually(() => expect(answered('taken')).toMatchObject({ adminId: ann.id, why: null }))
    expect(mails.filter(({ to }) => to === ann.email)).toHaveLength(1)
    const user = {
      username: 'operator1',
      email: 'operator@example.org',
      password: 'Lamp4myfeet!',
      language: 'en' as const,
    }
    const operator = { ...user, id: crypto.randomUUID() }
    await identity.createUser(operator)
    isFull = true
    try {
      await jobs.add('test-mail', { userId: operator.id, id: 'refused' }, { attempts: 1 })
      await eventually(() => expect(answered('refused')?.why).toContain('mailbox full'))
    } finally {
      isFull = false
    }
    expect(answered('refused')?.why).not.toContain('@')
  })

  it('tells of looks those who want to be told, of everybody’s too, and no person else', async () => {
    const [ann, bob, admin] = [await person('en'), await person('en'), await person('en')]
    await identity.setLooksByMail(ann.id, true)
    const look = (subjectId: string | null, what: string, reason?: string) =>
      log.appendToStream(adminStream(admin.id), [
        {
          type: 'AdminLooked',
          data: { adminId: admin.id, subjectId, what, item: null, ...(reason && { reason }), lookedAt: '' },
          metadata: { userId: subjectId ?? admin.id, actorId: admin.id, occurredAt: new Date().toISOString() },
        },
      ])
    await look(bob.id, 'audit')
    await look(ann.id, 'reveal', 'Ann asked me to find it.')
    await look(null, 'export')
    const textsTo = async (address: string) => {
      const parsed = await Promise.all(mails.filter(({ to }) => to === address).map(({ source }) => read(source)))
      return parsed.map(({ text }) => text ?? '').toSorted()
    }
    await eventually(async () => expect(await textsTo(ann.email)).toHaveLength(2))
    const [exported, revealed] = (await textsTo(ann.email)).toSorted(
      (a, b) => a.indexOf('words of') - b.indexOf('words of'),
    )
    expect(revealed).toContain('> Ann asked me to find it.')
    for (const text of [revealed, exported]) expect(text).toMatch(/When: \w+ \d+, \d{4} at \d+:\d\d\s[AP]M \(UTC\)/)
    expect(exported).toContain('exported a list of changes with yours in it')
    expect(await textsTo(bob.email)).toEqual([])
  })

  it.each([
    ['en', ['opened your X on John 3:16.', 'opened your X.', 'something that you wrote.']],
    ['ko', ['요한복음 3:16의 X 열었습니다.', '님이 X 열었습니다.', '쓰신 글을 열었습니다.']],
  ] as const)(
    'names what an admin opened, of whichever kind, by its verse, and no word of it (%s)',
    async (language, [on, off, unknown]) => {
      const [ann, admin] = [await person(language), await person('en')]
      await identity.setLooksByMail(ann.id, true)
      const reveal = (kind: string, verseId: number | null) =>
        log.appendToStream(adminStream(admin.id), [
          {
            type: 'AdminLooked',
            data: {
              ...{ adminId: admin.id, subjectId: ann.id, what: 'reveal', reason: 'Ann asked.', lookedAt: '' },
              item: { kind, id: crypto.randomUUID(), revision: 1, version: 'WEB', verseId },
            },
            metadata: { userId: ann.id, actorId: admin.id, occurredAt: new Date().toISOString() },
          },
        ])
      for (const { kind } of itemKinds) for (const verseId of [43_003_016, null]) await reveal(kind, verseId)
      await reveal('of-a-later-program', 43_003_016)
      const named = itemKinds.map((kind) => kind.named[language])
      const said = [...named.flatMap((name) => [on.replace('X', name), off.replace('X', name)]), unknown]
      await eventually(async () => {
        const parsed = await Promise.all(mails.filter(({ to }) => to === ann.email).map(({ source }) => read(source)))
        const texts = parsed.map(({ text }) => text ?? '')
        expect(said.filter((words) => texts.filter((text) => text.includes(words)).length === 1)).toEqual(said)
      })
    },
  )

  it('asks for an account to be closed when its time has come, of each asking once', async () => {
    const ann = await person('en')
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const [past, soon, later] = [at(-HOUR_MS), at(1_500), at(HOUR_MS)]
    for (const closesAt of [later, soon, past])
      await log.appendToStream(standingStream(ann.id), [
        {
          type: 'AccountHandled',
          data: { userId: ann.id, act: 'ask-closing', lockedAt: null, closesAt, handledAt: at(0) },
          metadata: { userId: ann.id, actorId: ann.id, occurredAt: at(0) },
        },
      ])
    const asked = () => closings.filter(({ userId }) => userId === ann.id)
    await eventually(() =>
      expect(
        asked()
          .map(({ closesAt }) => closesAt)
          .toSorted(),
      ).toEqual([past, soon]),
    )
    expect(asked().every(({ closesAt, ranAt }) => ranAt >= Date.parse(closesAt))).toBe(true)
  })

  const person = async (language: 'en' | 'ko') => {
    const id = crypto.randomUUID()
    const username = `p${id.slice(0, 8)}`
    await identity.createUser({ id, username, email: `${username}@example.org`, password: 'Lamp4myfeet!', language })
    return { id, email: `${username}@example.org` }
  }
  const open = (userId: string, at = new Date()) => {
    const [openedAt, occurredAt] = [at.toISOString(), at.toISOString()]
    return log.appendToStream(accountStream(userId), [
      { type: 'AccountOpened', data: { userId, openedAt }, metadata: { userId, occurredAt } },
    ])
  }
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email)

  it('welcomes a newcomer by one mail, in their language', async () => {
    const ann = await person('en')
    const minsu = await person('ko')
    await open(ann.id)
    await open(minsu.id)
    await eventually(() => expect(mailsTo(minsu.email)).toHaveLength(1))
    await eventually(() => expect(mailsTo(ann.email)).toHaveLength(1))
    expect(mailsTo(ann.email)[0]?.source).toContain('Subject: Welcome to Pathlight')
    expect(mailsTo(minsu.email)[0]?.source).toMatch(/Subject: =\?UTF-8\?/)
  })

  it('does not welcome people who came long ago, when it sees their event again', async () => {
    const old = await person('en')
    const fresh = await person('en')
    await open(old.id, new Date(Date.now() - 25 * HOUR_MS))
    await open(fresh.id)
    await eventually(() => expect(mailsTo(fresh.email)).toHaveLength(1))
    expect(mailsTo(old.email)).toEqual([])
  })

  it('sends a reset link that sets a new password', async () => {
    const ann = await person('en')
    await jobs.add('reset-mail', { userId: ann.id })
    const [mail] = await eventually(() => {
      expect(mailsTo(ann.email)).toHaveLength(1)
      return mailsTo(ann.email)
    })
    const text = mail?.source.replace(/=\r\n/g, '') ?? ''
    const token = /https:\/\/bible\.example\.org\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? ''
    expect(await identity.finishPasswordReset(token, 'NewLamp4me!', from)).not.toBeNull()
    expect(await identity.verifyPassword(ann.email, 'NewLamp4me!', from)).toMatchObject({ id: ann.id })
    expect(told).toEqual([])
  })

  it('sends nothing to an email that has no account', async () => {
    const ann = await person('en')
    await jobs.add('reset-mail', { userId: null })
    await jobs.add('reset-mail', { userId: crypto.randomUUID() })
    await jobs.add('reset-mail', { userId: ann.id })
    await eventually(() => expect(mailsTo(ann.email)).toHaveLength(1))
    expect(mailsTo('nobody@example.org')).toEqual([])
  })

  /** The link in a mail, after the line breaks of the transfer encoding are removed. */
  const linkIn = (source = '') =>
    /https:\/\/bible\.example\.org\/email-link\/([\w-]+)/.exec(source.replace(/=\r\n/g, ''))?.[1] ?? ''

  it('welcomes with a link that verifies the address, and sends it again when asked', async () => {
    const ann = await person('en')
    await open(ann.id)
    await eventually(() => expect(mailsTo(ann.email)).toHaveLength(1))
    await jobs.add('email-link-mail', { userId: ann.id, purpose: 'verify-email' })
    await eventually(() => expect(mailsTo(ann.email)).toHaveLength(2))
    const [welcome, again] = mailsTo(ann.email).map(({ source }) => linkIn(source))
    expect(welcome).not.toBe(again)
    expect(await identity.useEmailLink(welcome ?? '')).toMatchObject({ purpose: 'verify-email', repeated: false })
  })

  it('mails the link to the new address, and to the old one the link that takes the change back', async () => {
    const ann = await person('ko')
    const email = `new-${ann.email}`
    await identity.askNewEmail(ann.id, email)
    await jobs.add('email-link-mail', { userId: ann.id, purpose: 'change-email' })
    await eventually(() => expect(mailsTo(email)).toHaveLength(1))
    await identity.useEmailLink(linkIn(mailsTo(email)[0]?.source))
    await jobs.add('email-link-mail', { userId: ann.id, purpose: 'undo-email-change' })
    await eventually(() => expect(mailsTo(ann.email)).toHaveLength(1))
    await identity.useEmailLink(linkIn(mailsTo(ann.email)[0]?.source))
    expect(await identity.findUser(ann.id)).toMatchObject({ email: ann.email })
  })

  it('deletes what is left of a closed account, however long ago it was closed, after one last mail', async () => {
    const ann = await person('en')
    const at = '2020-01-01T00:00:00.000Z'
    const closed = { type: 'AccountClosed', data: { userId: ann.id, closedAt: at } }
    await log.appendToStream(accountStream(ann.id), [{ ...closed, metadata: { userId: ann.id, occurredAt: at } }])
    await eventually(async () => expect(await identity.findUser(ann.id)).toBeNull())
    expect(mailsTo(ann.email).map(({ source }) => /^Subject: .*$/m.exec(source)?.[0])).toEqual([
      'Subject: Your account is closed\r'.trim(),
    ])
    expect([...(await closedAccounts.all())]).toEqual([ann.id])
    for (const job of ['close-account', 'notice-mail', 'email-link-mail'] as const)
      await jobs.add(job, { userId: ann.id, purpose: 'verify-email', notice: 'password-changed' } as never)
    const bob = await person('en')
    await jobs.add('notice-mail', { userId: bob.id, notice: 'password-changed' })
    await eventually(() => expect(mailsTo(bob.email)).toHaveLength(1))
    expect(mailsTo(ann.email)).toHaveLength(1)
    expect([...(await closedAccounts.all())]).toEqual([ann.id])
  })

  const message = (name: string, id = crypto.randomUUID()) => ({
    id,
    name,
    email: 'kim@example.org',
    message: 'Thank you.\n고맙습니다.',
    sentAt: '2026-01-31T09:30:00.000Z',
  })

  it('mails a message of the contact form to the operator, who answers its sender, and keeps nothing of it', async () => {
    const { id, ...sent } = message('Kim')
    await identity.keepMessage(id, JSON.stringify(sent))
    await jobs.add('contact-mail', { id })
    const [mail] = await eventually(() => {
      expect(mailsTo('operator@example.org')).toHaveLength(1)
      return mailsTo('operator@example.org')
    })
    expect(mail?.source).toMatch(/^Reply-To: Kim <kim@example.org>\r$/m)
    expect(mail?.source).toMatch(/^From: Pathlight <lamp@example.org>\r$/m)
    expect(mail?.source).toMatch(/^Subject: Message from Kim\r$/m)
    await eventually(async () => expect(await identity.findMessage(id)).toBeNull())
  })

  // The job of an older program, which this test adds, contains the whole message.
  it('keeps a message as a file that cannot be mailed in the last try, and says so', async () => {
    isFull = true
    const sent = message('Lee')
    await jobs.add('contact-mail', sent, { attempts: 2, backoffMs: 10 })
    await eventually(() => expect(told.join()).toContain('could not be mailed'))
    isFull = false
    const [name = ''] = readdirSync(folder)
    expect(readdirSync(folder)).toEqual([`20260131T093000-${sent.id}.txt`])
    expect(readFileSync(join(folder, name), 'utf8')).toBe(
      'From: Lee <kim@example.org>\nSent: 2026-01-31T09:30:00.000Z\n\nThank you.\n고맙습니다.\n',
    )
    expect(await keptMessages(folder).count()).toBe(1)
    expect(mailsTo('operator@example.org')).toHaveLength(1)
  })
})
