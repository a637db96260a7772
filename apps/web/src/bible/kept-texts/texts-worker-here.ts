import type { FromWorker, ToWorker } from './worker-messages.ts'

declare global {
  interface Window {
    /** The texts worker, if public/before-scripts.js started it before the app's scripts. */
    textsWorker?: Worker
  }
}

// The page's only texts worker. The first message starts it.

let worker: Worker | null = null
const listeners = new Set<(message: FromWorker) => void>()

/** Calls `hear` with each message of the worker, until the returned function is called. */
export const hearTexts = (hear: (message: FromWorker) => void): (() => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

export const tellTexts = (message: ToWorker): void => {
  if (worker === null) {
    worker = window.textsWorker ?? new Worker(new URL('./texts-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      for (const hear of listeners) hear(data)
    })
  }
  worker.postMessage(message)
}

/**
 * The longest wait for an answer, in milliseconds. Even on a slow phone a search is faster. A worker that failed to
 * start never answers.
 */
const NO_ANSWER_MS = 15_000

let asked = 0

/** The server's answer at `path`, made from the texts on this device. Null if they have none, or after NO_ANSWER_MS. */
export const askKept = <T>(path: string): Promise<T | null> => {
  asked += 1
  const id = asked
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(null), NO_ANSWER_MS)
    const stop = hearTexts((message) => {
      if (message.type === 'answer' && message.id === id) done(message.value as T | null)
    })
    const done = (value: T | null) => {
      clearTimeout(timer)
      stop()
      resolve(value)
    }
    tellTexts({ type: 'ask', id, path })
  })
}
