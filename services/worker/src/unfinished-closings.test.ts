import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { standingStream } from '@pathlight/domain/standing/events.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { addUnfinishedClosings } from './unfinished-closings.ts'

const HOUR_MS = 60 * 60 * 1000

it('adds the lost jobs of accounts that should be closed by now, and none of other accounts', async () => {
  const database = await freshDatabase()
  const { pool } = database
  const log = postgresEventLog({ pool, listener: database.listener() })
  onTestFinished(async () => {
    await log.close()
    await database.drop()
  })
  const records = await postgresRecords(pool)
  const keys = await openDataKeys(records, { masterKey: new Uint8Array(32).fill(7), folder: emptyFolder() })
  const identity = openIdentity(records, keys)
  const person = async () => {
    const id = crypto.randomUUID()
    const username = `p${id.slice(0, 8)}`
    await identity.createUser({
      ...{ id, username, email: `${username}@example.org`, password: 'Lamp4myfeet!', language: 'en' },
    })
    return id
  }
  const append = (stream: string, userId: string, type: string, data: object) =>
    log.appendToStream(stream, [{ type, data: { userId, ...data }, metadata: { userId } }])
  const handled = (userId: string, act: string, closesAt: string | null) =>
    append(standingStream(userId), userId, 'AccountHandled', { act, closesAt, lockedAt: null, handledAt: '' })
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const closed = (userId: string) => append(accountStream(userId), userId, 'AccountClosed', { closedAt: at(0) })

  const [open, later, stopped, done] = [await person(), await person(), await person(), await person()]
  const [due, locked, begun] = [await person(), await person(), await person()]
  const past = at(-HOUR_MS)
  await append(accountStream(open), open, 'AccountOpened', { openedAt: past })
  await handled(later, 'ask-closing', at(HOUR_MS))
  await handled(stopped, 'ask-closing', past)
  await handled(stopped, 'stop-closing', null)
  await closed(done)
  await identity.closeUser(done)
  await handled(due, 'ask-closing', past)
  await handled(locked, 'ask-closing', past)
  await handled(locked, 'lock', past)
  await handled(begun, 'ask-closing', past)
  await closed(begun)

  const added: unknown[] = []
  const jobs = { add: async (name: string, data: object) => void added.push({ name, ...data }) }
  await addUnfinishedClosings({ identity, storedLog: log, jobs }, new AbortController().signal)
  expect(added).toHaveLength(3)
  expect(added).toEqual(
    expect.arrayContaining([
      { name: 'asked-closing', userId: due, closesAt: past },
      { name: 'asked-closing', userId: locked, closesAt: past },
      { name: 'close-account', userId: begun },
    ]),
  )
})
