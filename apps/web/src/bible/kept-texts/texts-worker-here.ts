import type { FromWorker, ToWorker } from './worker-messages.ts'

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
    worker = new Worker(new URL('./texts-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      for (const hear of listeners) hear(data)
    })
  }
  worker.postMessage(message)
}
