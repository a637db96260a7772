import type { Session } from '@pathlight/identity/identity.ts'
import { describe, expect, it } from 'vitest'
import { rememberSessions } from './session-memory.ts'

const session = (endsInMs = 60_000): Session => ({
  id: 'session',
  deviceId: 'device',
  userId: 'user',
  username: 'ann',
  email: 'ann@example.org',
  locked: false,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + endsInMs).toISOString(),
})

/** Reads through a cache, and counts how often the cache reads the identity store. */
const asking = (keepMs: number, answer: () => Session | null = () => session()) => {
  const memory = rememberSessions(keepMs)
  let asked = 0
  const find = () =>
    memory.find('token', async () => {
      asked += 1
      return answer()
    })
  return { memory, find, asked: () => asked }
}

describe('the memory of sessions', () => {
  it('asks once for several requests', async () => {
    const { find, asked } = asking(60_000)
    expect(await find()).toMatchObject({ userId: 'user' })
    expect(await find()).toMatchObject({ userId: 'user' })
    expect(asked()).toBe(1)
  })

  it('remembers nothing where another process may end a session', async () => {
    const { find, asked } = asking(0)
    await find()
    await find()
    expect(asked()).toBe(2)
  })

  it('never keeps a session past its end', async () => {
    const { find, asked } = asking(60_000, () => session(-1))
    await find()
    await find()
    expect(asked()).toBe(2)
  })

  it('does not remember that there is no session', async () => {
    const { find, asked } = asking(60_000, () => null)
    await find()
    await find()
    expect(asked()).toBe(2)
  })

  it.each(['forget', 'forgetAll'] as const)('asks again after %s', async (how) => {
    const { memory, find, asked } = asking(60_000)
    await find()
    memory[how]('token')
    await find()
    expect(asked()).toBe(2)
  })

  it('of 5,000 keeps those that were asked for last', async () => {
    const memory = rememberSessions(60_000)
    for (let n = 0; n < 5_000; n++) await memory.find(`token ${n}`, async () => session())
    await memory.find('token 0', async () => null)
    await memory.find('one more', async () => session())
    expect(await memory.find('token 0', async () => null)).toMatchObject({ userId: 'user' })
    expect(await memory.find('token 1', async () => null)).toBeNull()
  })

  it('does not remember an answer that was on its way when the session ended', async () => {
    const memory = rememberSessions(60_000)
    let answer: (session: Session | null) => void = () => undefined
    const slow = memory.find('token', () => new Promise((resolve) => (answer = resolve)))
    memory.forget('token')
    answer(session())
    await slow
    expect(await memory.find('token', async () => null)).toBeNull()
  })
})
