import type { FromWorker, ToWorker } from './worker-messages.ts'

declare global {
  interface Window {
    /** From public/before-scripts.js: the worker of texts, where the page could not wait for its scripts. */
    textsWorker?: Worker
  }
}

// The worker of texts of this page: one, started when it is first told something.

let worker: Worker | null = null
const listeners = new Set<(message: FromWorker) => void>()

/** Calls `hear` with all that the worker says from now on. Returns how to stop it. */
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

/** Longer than any search takes, also on a slow phone: a worker that could not be started says nothing. In milliseconds. */
const NO_ANSWER_MS = 15_000

let asked = 0

/** What the server would answer at `path`, from what this device keeps; null: it keeps nothing that answers it. */
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
