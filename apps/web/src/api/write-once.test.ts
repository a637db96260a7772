import { beforeEach, expect, it } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { writeOnce } from './write-once.ts'

const server = answeringServer()
beforeEach(() => {
  server.asked.length = 0
})

it('what is sent again after a lost answer goes under the same key, and what is new under another', async () => {
  const send = writeOnce()
  const ask = (email: string) => send('/api/auth/forgot-password', { email }).catch(() => null)
  server.answer = () => ({ lost: true })
  await ask('ann@example.org')
  server.answer = () => ({ status: 503 })
  await ask('ann@example.org')
  server.answer = () => ({})
  await ask('ann@example.org')
  await ask('ann@example.org')
  await ask('bo@example.org')
  const keys = server.asked.map(({ key }) => key)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
  expect(new Set(keys).size).toBe(3)
})

it('another method is another request, and has another key', async () => {
  const send = writeOnce()
  server.answer = () => ({ lost: true })
  for (const method of ['PUT', 'PUT', 'DELETE'] as const) await send('/api/account', {}, method).catch(() => null)
  expect(server.asked.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE'])
  const [first, again, other] = server.asked.map(({ key }) => key)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
