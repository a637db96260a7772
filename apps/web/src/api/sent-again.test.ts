import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { sentAgain } from './sent-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that gives these answers, one after the other. */
const answering = (...answers: (number | 'done')[]) => {
  let asked = 0
  const send = async () => {
    const answer = answers[asked++] ?? 'done'
    if (answer !== 'done') throw new ApiProblem(answer, {})
    return answer
  }
  return { send, asked: () => asked }
}
const outcome = async (send: () => Promise<string>) => {
  const sent = sentAgain(send).catch((error: ApiProblem) => error.status)
  await vi.runAllTimersAsync()
  return sent
}

it('is sent again while no answer comes, or a gateway’s, until one does', async () => {
  const server = answering(0, 502, 503, 'done')
  expect(await outcome(server.send)).toBe('done')
  expect(server.asked()).toBe(4)
})

it('gives up after four tries, and says what the last one met', async () => {
  const server = answering(0, 0, 0, 503, 'done')
  expect(await outcome(server.send)).toBe(503)
  expect(server.asked()).toBe(4)
})

it('tells the person at once of a call that hung, instead of hanging three times more', async () => {
  const send = vi.fn(async () => {
    throw new ApiProblem(0, { code: 'late' })
  })
  expect(await outcome(send)).toBe(0)
  expect(send).toHaveBeenCalledTimes(1)
})

it('takes a refusal for what it is, and asks nothing again without a network', async () => {
  const refusing = answering(401)
  expect(await outcome(refusing.send)).toBe(401)
  expect(refusing.asked()).toBe(1)
  vi.stubGlobal('navigator', { onLine: false })
  const offline = answering(0)
  expect(await outcome(offline.send)).toBe(0)
  expect(offline.asked()).toBe(1)
})
