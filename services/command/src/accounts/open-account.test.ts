import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { describe, expect, it } from 'vitest'
import { commandUnderTest, eventsIn } from '../command-under-test.contract.ts'
import { openAccount } from './open-account.ts'

describe('opening an account', () => {
  const under = commandUnderTest()

  it('writes its first event once, however often it is called, also at once', async () => {
    const id = crypto.randomUUID()
    const person = { username: `new-${id.slice(0, 8)}`, email: `${id}@example.org`, language: 'en' as const }
    await under.identity.createUser({ id, password: 'Lamp4myfeet!', ...person })
    const opened = await Promise.all(['one', 'two', 'three'].map((request) => openAccount(under.log, id, request)))
    opened.push(await openAccount(under.log, id, 'later'))
    const events = await eventsIn(under, accountStream(id))
    expect(events.map(({ type }) => type)).toEqual(['AccountOpened'])
    expect(events[0]?.metadata).toMatchObject({ userId: id, actorId: id, deviceId: null })
    const position = events[0]?.metadata.globalPosition
    expect(opened.map((one) => one.position)).toEqual(opened.map(() => position))
  })
})
