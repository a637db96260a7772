import { join } from 'node:path'
import { takeLock } from '@pathlight/stores/exclusive-lock.ts'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { expect, it } from 'vitest'
import { waitForLock } from './bring-texts.ts'

it('has the lock once the process that had it is gone, and waits no more when it is to end', async () => {
  const file = join(emptyFolder(), 'turn.sqlite')
  const first = takeLock(file)
  const stopping = new AbortController()
  let isTaken = false
  const second = waitForLock(file, stopping.signal, 10).then((lock) => {
    isTaken = lock !== null
    return lock
  })
  const third = waitForLock(file, stopping.signal, 60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isTaken).toBe(false)
  first?.release()
  const lock = await second
  expect(isTaken).toBe(true)
  stopping.abort()
  expect(await third).toBeNull()
  lock?.release()
})
