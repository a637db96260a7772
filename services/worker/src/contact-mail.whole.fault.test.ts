import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisJobs } from '@pathlight/engine-cluster/redis/jobs.ts'
import { postgresJobs } from '@pathlight/engine-postgres/jobs.ts'
import { describeOn } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { startRedis } from '@pathlight/testing/private-servers.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContactMailJob } from './contact-mail.ts'

/** The full measurement uses CONTACT_MESSAGES=1000 CONTACT_RESTARTS=30. */
const MESSAGES = Number(process.env.CONTACT_MESSAGES ?? 120)
const RESTARTS = Number(process.env.CONTACT_RESTARTS ?? 4)

type Engine = 'postgresJobs' | 'redisJobs'

/** A worker in a process of its own. Without `smtp` it writes every message to `folder`. */
const startWorker = (engine: Engine, url: string, { smtp, folder }: { smtp: string | null; folder: string }) => {
  const code = `
    import { ${engine} } from '@pathlight/engine-${engine === 'redisJobs' ? 'cluster/redis' : 'postgres'}/jobs.ts'
    import { sendContactMail } from './contact-mail.ts'
    import { keptMessages } from '@pathlight/runtime/kept-messages.ts'
    import { smtpMailer } from './mail.ts'
    const jobs = ${engine}({ url: ${JSON.stringify(url)}, lockMs: 2_000 })
    const smtp = ${JSON.stringify(smtp)}
    await jobs.work({ 'contact-mail': sendContactMail({
      identity: { findUserByEmail: async () => null, findMessage: async () => null, dropMessage: async () => undefined },
      mailer: smtp === null ? null : smtpMailer({ url: smtp, from: 'Pathlight <lamp@example.org>' }),
      contactEmail: 'operator@example.org',
      kept: keptMessages(${JSON.stringify(folder)}),
      publicUrl: 'https://bible.example.org',
      tellOperator: () => {},
    }) })
    console.log('works')
    process.once('SIGTERM', async () => { await jobs.close(); process.exit(0) })`
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
const works = async (worker: ChildProcess) => {
  if (worker.stdout) await once(worker.stdout, 'data')
}
const end = async (worker: ChildProcess, signal: NodeJS.Signals) => {
  const gone = once(worker, 'exit')
  worker.kill(signal)
  await gone
}

const suite = (engine: Engine, place: () => Promise<{ url: string; drop: () => Promise<unknown> }>) => {
  /** The Message-IDs of all mails that the server accepted. */
  let taken: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let source = ''
      stream.on('data', (part) => {
        source += part
      })
      stream.on('end', () => {
        taken.push(/^Message-ID:\s*<(.+?)>/im.exec(source)?.[1] ?? '')
        done()
      })
    },
  })
  // Killing a worker resets its connection, which the server reports as an error.
  smtp.on('error', () => {})
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-contact-'))
  let where: Awaited<ReturnType<typeof place>>
  let jobs: ReturnType<typeof postgresJobs<ContactMailJob>>
  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    where = await place()
    const open = engine === 'postgresJobs' ? postgresJobs<ContactMailJob> : redisJobs<ContactMailJob>
    jobs = open({ url: where.url })
  })
  afterAll(async () => {
    await jobs?.close()
    smtp.close()
    await where?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const mailServer = () => `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  const send = async (n: number): Promise<string> => {
    const id = crypto.randomUUID()
    const sentAt = new Date().toISOString()
    const message = { id, name: `Sender ${n}`, email: `sender${n}@example.org`, message: `Message ${n}`, sentAt }
    await jobs.add('contact-mail', message, { id, attempts: 14, forget: true })
    return id
  }
  /** Sends all messages while the worker is ended and started again several times. */
  const sendUnderRestarts = async (signal: NodeJS.Signals, mailTo: string | null, arrived: () => number) => {
    let worker = startWorker(engine, where.url, { smtp: mailTo, folder })
    await works(worker)
    const ids: string[] = []
    for (let turn = 0; turn <= RESTARTS; turn += 1) {
      const until = Math.round(((turn + 1) * MESSAGES) / (RESTARTS + 1))
      const before = arrived()
      while (ids.length < until) ids.push(...(await Promise.all([send(ids.length), send(ids.length + 1)])))
      if (turn === RESTARTS) break
      // The worker is ended while messages are on their way.
      await eventually(() => expect(arrived()).toBeGreaterThan(before))
      await end(worker, signal)
      worker = startWorker(engine, where.url, { smtp: mailTo, folder })
      await works(worker)
    }
    try {
      await eventually(() => expect(arrived()).toBeGreaterThanOrEqual(ids.length), 120_000)
    } finally {
      await end(worker, 'SIGTERM')
    }
    return ids
  }
  const names = (ids: readonly string[]) => ids.map((id) => `contact.${id}@bible.example.org`).sort()

  it('are mailed each once however often the worker is started again', async () => {
    taken = []
    const ids = await sendUnderRestarts('SIGTERM', mailServer(), () => taken.length)
    expect(taken.toSorted()).toEqual(names(ids))
  }, 1_200_000)

  it('are none lost when the worker is killed; one that comes again has the same Message-ID', async () => {
    taken = []
    const ids = await sendUnderRestarts('SIGKILL', mailServer(), () => new Set(taken).size)
    expect([...new Set(taken)].sort()).toEqual(names(ids))
    // Only mails on their way at a restart may come twice. A worker sends at most four at a time.
    expect(taken.length - ids.length).toBeLessThanOrEqual(4 * RESTARTS)
  }, 1_200_000)

  it('are kept as a file each where there is no mail server, however the worker ends', async () => {
    const files = () => readdirSync(folder).filter((name) => name.endsWith('.txt'))
    const ids = await sendUnderRestarts('SIGKILL', null, () => files().length)
    expect(
      files()
        .map((name) => name.slice(16, -4))
        .sort(),
    ).toEqual(ids.toSorted())
  }, 1_200_000)
}

describe('messages of the contact form, on PostgreSQL', () =>
  suite('postgresJobs', async () => {
    const database = await freshDatabase()
    return { url: database.url, drop: () => database.drop() }
  }))
describeOn(await startRedis(), 'messages of the contact form, on Redis', 'install redis-server', (redis) =>
  suite('redisJobs', async () => ({ url: redis.url, drop: async () => undefined })),
)
