import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { verseId } from '@pathlight/scripture/verse-id.ts'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'

/** The pause between two reads, in milliseconds. The reads are a chapter and its overlay in turn. */
const READ_EVERY_MS = 50
const CHAPTERS = 20

/** A person's waits, in milliseconds. */
export type Waits = { readonly chapters: number[]; readonly overlays: number[] }

/**
 * Starts a reader: a person who signs up, and reads while others work. The reader runs in a process of its own, with a
 * higher priority if this process is root, so that only the server's delays are measured. The returned function reads
 * until the signal aborts.
 */
export const startReader = async (address: string): Promise<(until: AbortSignal) => Promise<Waits>> => {
  const child = fork(import.meta.filename, { env: { ...process.env, READER_AT: address } })
  atTheEnd(async () => {
    child.kill()
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The reader ended with ${code}`)
  })
  const heard = () => Promise.race([once(child, 'message'), ended])
  await heard()
  return async (until) => {
    child.send('read')
    if (!until.aborted) await once(until, 'abort')
    child.send('stop')
    const [waits] = await heard()
    return waits as Waits
  }
}

const beReader = async (address: string) => {
  try {
    setPriority(constants.priority.PRIORITY_ABOVE_NORMAL)
  } catch {
    // Only root may raise the priority. Without a higher priority, the reader shares the processor like other
    // processes.
  }
  const { cookie } = await signUpOver(address, 'reader')
  for (let n = 0; n < CHAPTERS; n++) {
    const body = { verse_id: verseId(43, 3, 1 + n), text: 'The width of it, and the length', version: 'KJV' }
    await ask(address, 'POST', '/api/note/', { headers: { cookie }, body })
  }
  const timed = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(address + path, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
    return performance.now() - began
  }
  let reading = false
  const read = async () => {
    const waits: Waits = { chapters: [], overlays: [] }
    for (let nth = 0; reading; nth++) {
      waits.chapters.push(await timed(`/api/bible/chapter?version=KJV&book=John&chapter=${1 + (nth % CHAPTERS)}`))
      await sleep(READ_EVERY_MS)
      waits.overlays.push(await timed(`/api/overlay?book=John&chapter=${1 + (nth % CHAPTERS)}`))
      await sleep(READ_EVERY_MS)
    }
    process.send?.(waits)
  }
  process.on('message', (what) => {
    reading = what === 'read'
    if (reading) read()
  })
  process.send?.('ready')
}

if (process.env.READER_AT !== undefined) await beReader(process.env.READER_AT)
