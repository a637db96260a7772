import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { STREAMS_OF_A_PERSON_MAX } from '@pathlight/contracts/sync.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { readEvents } from '@pathlight/testing/server-sent-events.ts'
import { residentMb, startApp } from './app.ts'
import { median, percentile } from './figures.ts'

const FEW = 200
const MANY = 1_000
const EDITS = 100
const WITHIN_MS = 10_000
const IDLE_MS = 20_000
/** The length of a clock tick in /proc, in milliseconds. */
const TICK_MS = 10

type Open = { readonly asking: ClientRequest; readonly here: ReturnType<typeof readEvents>['here'] }

const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const listen = async (address: string, cookie: string): Promise<Open> => {
  const asking = request(`${address}/api/sync`, { headers: { cookie }, agent: false })
  asking.on('error', () => undefined)
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`A stream was refused: ${answer.statusCode}`)
  return { asking, here: readEvents(answer.setEncoding('utf8')).here }
}

/**
 * Measures how soon an edit arrives on another device, and the memory and processor time that open live streams take.
 */
export async function measureLiveSync(environment: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const app = await startApp(environment)
  const open: Open[] = []
  try {
    const { address, pid } = app
    const people: { readonly cookie: string }[] = []
    for (let nth = 0; nth < MANY / STREAMS_OF_A_PERSON_MAX; nth++)
      people.push(await signUpOver(address, `stream${nth}.${Date.now().toString(36)}`.slice(0, 20)))
    const openUpTo = async (count: number) => {
      while (open.length < count) {
        const { cookie } = people[Math.floor(open.length / STREAMS_OF_A_PERSON_MAX)] ?? { cookie: '' }
        open.push(await listen(address, cookie))
      }
    }
    await sleep(2_000)
    const before = residentMb(pid)
    await openUpTo(FEW)
    const writers = FEW / STREAMS_OF_A_PERSON_MAX
    const times: number[] = []
    for (let nth = 0; nth < EDITS; nth++) {
      const writer = nth % writers
      const stream = open[writer * STREAMS_OF_A_PERSON_MAX + (nth % STREAMS_OF_A_PERSON_MAX)]
      const began = performance.now()
      const body = { verse_id: 43_003_016, version: 'KJV', text: `Edit ${nth}` }
      const written = ask(address, 'POST', '/api/note/', { body, headers: { cookie: people[writer]?.cookie ?? '' } })
      const had = stream?.here.messages.length ?? 0
      while ((stream?.here.messages.length ?? 0) === had && performance.now() - began < WITHIN_MS) await sleep(1)
      times.push(performance.now() - began)
      const { status } = await written
      if (status !== 201) throw new Error(`An edit was refused: ${status}`)
    }
    await openUpTo(MANY)
    await sleep(5_000)
    const used = processorMs(pid)
    await sleep(IDLE_MS)
    return {
      'an edit on the other stream, 200 streams open, p50': median(times),
      'an edit on the other stream, 200 streams open, p95': percentile(times, 95),
      'memory of the server before it has streams': before,
      'memory of the server with 1,000 open streams': residentMb(pid),
      'processor time of 1,000 open streams, idle': (processorMs(pid) - used) / (IDLE_MS / 1_000),
    }
  } finally {
    for (const { asking } of open) asking.destroy()
    await app.stop()
  }
}
