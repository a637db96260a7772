import type { ServerResponse } from 'node:http'

/**
 * The callbacks are a property of the answer. In a WeakMap they would keep requests and answers in memory through many
 * garbage collections, because the WeakMap itself would be in V8's old generation.
 */
const CALLBACKS = Symbol('callbacks')
type Answer = ServerResponse & { [CALLBACKS]?: (() => void)[] }

/**
 * Calls `callback` once the answer is sent or its client has left; at once if that has already happened. All callbacks
 * of an answer share one listener, because Node warns of a leak at many listeners.
 */
export const whenGone = (answer: Answer, callback: () => void): void => {
  if (answer.closed) {
    callback()
    return
  }
  const present = answer[CALLBACKS]
  if (present) {
    present.push(callback)
    return
  }
  const callbacks = [callback]
  answer[CALLBACKS] = callbacks
  answer.once('close', () => {
    for (const one of callbacks) one()
  })
}
