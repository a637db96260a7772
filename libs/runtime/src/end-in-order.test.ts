import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Ending, endInOrder } from './end-in-order.ts'
import { createLifecycle } from './lifecycle.ts'

/** A stand-in for Node's process. Its `exit` only emits the exit code. */
const underTest = () => {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const lifecycle = createLifecycle(say)
  const signals = new EventEmitter()
  const ending = { on: signals.on.bind(signals), exit: (code: number) => signals.emit('exit', code) }
  const end = endInOrder(lifecycle, say, ending as unknown as Ending)
  return { said, lifecycle, signals, end }
}

describe('the exit code', () => {
  it.each([
    ['SIGTERM', 0],
    ['SIGHUP', 0],
    ['disconnect', 0],
    ['SIGINT', 130],
  ])('after %s is %d where everything stopped', async (signal, code) => {
    const { lifecycle, signals } = underTest()
    const stopped: string[] = []
    for (const name of ['first', 'last']) lifecycle.onStop(name, () => stopped.push(name))
    const exit = once(signals, 'exit')
    signals.emit(signal)
    expect(await exit).toEqual([code])
    expect(stopped).toEqual(['last', 'first'])
  })

  it.each(['SIGTERM', 'SIGINT'])(
    'after %s is 1 where something could not be stopped, and the rest is stopped',
    async (signal) => {
      const { lifecycle, signals, said } = underTest()
      let isStopped = false
      lifecycle.onStop('the database', () => {
        isStopped = true
      })
      lifecycle.onStop('the mail', () => Promise.reject(new Error('it hangs')))
      const exit = once(signals, 'exit')
      signals.emit(signal)
      expect(await exit).toEqual([1])
      expect(said).toContain('Stopping the mail failed: it hangs')
      expect(isStopped).toBe(true)
    },
  )

  it('is 130 where a SIGTERM comes with Ctrl-C, and by a second Ctrl-C at once', async () => {
    const both = underTest()
    const exit = once(both.signals, 'exit')
    both.signals.emit('SIGINT')
    both.signals.emit('SIGTERM')
    expect(await exit).toEqual([130])
    const hanging = underTest()
    hanging.lifecycle.onStop('what hangs', () => new Promise(() => undefined))
    hanging.signals.emit('SIGINT')
    const atOnce = once(hanging.signals, 'exit')
    setImmediate(() => hanging.signals.emit('SIGINT'))
    expect(await atOnce).toEqual([130])
  })

  it('is its own where the start failed', async () => {
    const { signals, end } = underTest()
    const exit = once(signals, 'exit')
    void end(1)
    expect(await exit).toEqual([1])
  })
})
