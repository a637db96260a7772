// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { keepAwake } from './keep-awake.ts'

it('releases every lock, also if two requests were answered after each other', async () => {
  const locks: { release: ReturnType<typeof vi.fn> }[] = []
  const answers: (() => void)[] = []
  const request = () => {
    const lock = { release: vi.fn(async () => undefined) }
    locks.push(lock)
    return new Promise((resolve) => answers.push(() => resolve(lock)))
  }
  Object.assign(navigator, { wakeLock: { request } })
  const end = keepAwake()
  document.dispatchEvent(new Event('visibilitychange'))
  for (const answer of answers) answer()
  await vi.waitFor(() => expect(locks[0]?.release).toHaveBeenCalledOnce())
  end()
  expect(locks[1]?.release).toHaveBeenCalledOnce()
})
