import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openRoom, type Room, RoomFull, TookTooMuch } from './elsewhere.ts'
import type { TestTask } from './elsewhere-tasks.contract.ts'

describe('a room for work', () => {
  let room: Room<TestTask, string>
  const open = (mostMs: number, mostWaiting = 10) => {
    const file = new URL('./elsewhere-tasks.contract.ts', import.meta.url)
    room = openRoom({ file, mostMs, mostMb: 32, mostWaiting })
  }
  afterEach(() => room.close())

  it('does it, says what went wrong, and goes on', async () => {
    open(20_000)
    expect(await room.have('ann', 'echo')).toBe('echo done')
    await expect(room.have('ann', 'fail')).rejects.toThrow('No such thing.')
    expect(await room.have('ann', 'echo')).toBe('echo done')
  })

  it('ends what takes too long, while the event loop stays free, and does the next', async () => {
    open(500)
    let turns = 0
    let isOver = false
    const count = async () => {
      for (; !isOver; turns += 1) await turn()
    }
    void count()
    await expect(room.have('ann', 'spin')).rejects.toThrow(TookTooMuch)
    isOver = true
    expect(turns).toBeGreaterThan(10)
    // The next task needs a new thread, which may start slowly. So the test opens a room that allows more time.
    await room.close()
    open(20_000)
    expect(await room.have('ann', 'echo')).toBe('echo done')
  })

  it('ends what takes too much memory, and does the next', async () => {
    open(20_000)
    await expect(room.have('ann', 'hog')).rejects.toThrow(TookTooMuch)
    expect(await room.have('ann', 'echo')).toBe('echo done')
  })

  it('turns away those for whom there is no place to wait', async () => {
    open(20_000, 1)
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => room.have('ann', 'echo')))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const one of asked) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RoomFull)
  })
})
