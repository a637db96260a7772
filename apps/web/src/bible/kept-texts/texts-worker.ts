/// <reference lib="webworker" />

import { findKept, prepareKept } from './find-kept.ts'
import { keepText, NotKept } from './keep-text.ts'
import { keptComparison } from './kept-comparison.ts'
import { indexPack } from './kept-index.ts'
import { keptReferences } from './kept-references.ts'
import { keptWords } from './kept-words.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

// The texts worker. It fetches and unpacks the packs for this device (versions, their words of the original, and the
// cross-references), and answers calls from them, such as searches. A page starts it when it is first needed.

declare const self: DedicatedWorkerGlobalScope
const say = (message: FromWorker) => self.postMessage(message)

const atWork = new Map<string, AbortController>()

const keep = async (name: string): Promise<void> => {
  if (atWork.has(name)) return
  const stop = new AbortController()
  atWork.set(name, stop)
  const { signal } = stop
  const work = () => keepText(name, indexPack, (progress) => say({ type: 'progress', name, ...progress }), signal)
  try {
    // With the lock, only one of two tabs fetches the text. The other tab then finds the text on the device.
    const locks = navigator.locks as LockManager | undefined
    await (locks ? locks.request(`pathlight.text.${name}`, { signal }, work) : work())
    say({ type: 'kept', name })
  } catch (error) {
    if (signal.aborted) return say({ type: 'paused', name })
    if (!(error instanceof NotKept)) console.error(error)
    say({ type: 'not kept', name, why: error instanceof NotKept ? error.why : 'failed' })
  } finally {
    atWork.delete(name)
  }
}

const answer = async (id: number, path: string): Promise<void> => {
  let value: unknown = null
  // Each function returns null for calls that it does not answer.
  for (const kept of [findKept, keptReferences, keptComparison, keptWords])
    value ??= await kept(path).catch((error: unknown) => {
      console.error(error)
      return null
    })
  say({ type: 'answer', id, value })
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'ask') void answer(data.id, data.path)
  else if (data.type === 'prepare') void prepareKept(data.search).catch(console.error)
  else if (data.type === 'keep') void keep(data.name)
  else atWork.get(data.name)?.abort()
})
