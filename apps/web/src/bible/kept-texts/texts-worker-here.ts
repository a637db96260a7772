import type { FromWorker, ToWorker } from './worker-messages.ts'

declare global {
  interface Window {
    /** From public/before-scripts.js: the worker of texts, if the page started it before its scripts. */
    textsWorker?: Worker
  }
}

// The worker of texts of this page: only one, started with the first message.

let worker: Worker | null = null
const listeners = new Set<(message: FromWorker) => void>()

/** Calls `hear` with each message of the worker. Returns a function that stops it. */
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

/** Longer than any search takes, even on a slow phone, in milliseconds. A worker that failed to start never answers. */
const NO_ANSWER_MS = 15_000

let asked = 0

/** The server's answer at `path`, from the texts on this device, or null if they have none. */
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
