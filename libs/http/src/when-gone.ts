import type { ServerResponse } from 'node:http'

/**
 * The callbacks are a property of the answer and not in a WeakMap: an old WeakMap would keep young entries alive through many garbage
 * collections, with the request and answer that they refer to.
 */
const CALLBACKS = Symbol('callbacks')
type Answer = ServerResponse & { [CALLBACKS]?: (() => void)[] }

/**
 * Calls `callback` once the answer is sent or its client has left; at once if that has happened already, as the event does not come
 * again. All callbacks share one listener on the answer: with one each, Node would log a warning of a leak.
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
