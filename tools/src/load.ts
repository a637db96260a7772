import { Agent, request } from 'node:http'
import { cpus } from 'node:os'
import { pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { startComposedCluster } from '@pathlight/testing/composed-cluster.ts'
import { percentile } from './bench/figures.ts'
import { processorTime } from './processor-time.ts'

// Measures 1,000 people who read (nine of ten requests) and write, with AT_ONCE requests at a time: first on one
// process, then on the processes of docker-compose.yml behind their gateway. The processor time of this program does
// not count. `npm run load -- 1000 30` sets the number of people and the seconds. docs/capacity.md has the conclusions.

const [people = 1_000, seconds = 30] = process.argv.slice(2).map(Number)
const AT_ONCE = 32
const WARM_UP_S = 5
const SIGN_UPS_AT_ONCE = 4
const PASSWORD = 'Lamp4myfeet!'

type Answer = {
  readonly status: number
  readonly position: string | null
  readonly cookie: string
  readonly text: string
}
type Client = { readonly agent: Agent; readonly cookies: string[] }

const ask = (
  address: string,
  { agent }: Client,
  method: string,
  path: string,
  { cookie = '', body, least }: { cookie?: string; body?: object; least?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const headers = {
      ...{ cookie, 'accept-encoding': 'gzip', accept: path.startsWith('/api') ? 'application/json' : 'text/html' },
      ...(body && { 'content-type': 'application/json' }),
      ...(least && { 'x-min-position': least }),
    }
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part)).on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          position: (answer.headers['x-position'] as string | undefined) ?? null,
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          text: Buffer.concat(parts).toString('latin1'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

/** The kinds of reads. `share`: how many of a hundred requests are of this kind. */
const READS: readonly (readonly [share: number, path: (nth: number) => string])[] = [
  [30, (nth) => `/api/bible/chapter?version=KJV&book=Psalms&chapter=${1 + (nth % 150)}`],
  [30, (nth) => `/api/overlay?book=Psalms&chapter=${1 + (nth % 150)}`],
  [10, (nth) => `/bible/KJV/Psalms/${1 + (nth % 150)}`],
  [10, () => '/api/note/user'],
  [5, () => '/api/resource-counts'],
  [5, (nth) => `/api/bible/search?version=KJV&query=${['love', 'light', 'shepherd', 'grace'][nth % 4]}`],
]
const READ_SHARES = READS.flatMap(([share, path]) => Array.from({ length: share }, () => path))
const note = (nth: number) => ({
  verse_id: 19_000_001 + 1_000 * (1 + (nth % 150)),
  version: 'KJV',
  text: `Note ${nth}: so loved.`,
})

/** The names of Pathlight's own processes. All others are stores and the gateway. */
const OURS = new Set(['command', 'query', 'pages', 'projector', 'worker', 'standalone'])

const measure = async (
  name: string,
  address: string,
  beside: readonly number[] = [],
): Promise<Record<string, string>> => {
  // Each client has its own network address, like real people. All addresses of 127.0.0.0/8 are this machine's.
  const clients: Client[] = Array.from({ length: Math.max(AT_ONCE, Math.ceil(people / 50)) }, (_, nth) => ({
    agent: new Agent({ keepAlive: true, localAddress: `127.1.${nth >> 8}.${nth & 255}` }),
    cookies: [],
  }))
  const one = (nth: number): Client => clients[nth % clients.length] as Client
  let signedUp = 0
  await Promise.all(
    Array.from({ length: SIGN_UPS_AT_ONCE }, async () => {
      while (signedUp < people) {
        const nth = signedUp++
        const username = `load${nth}`
        const body = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
        const answer = await ask(address, one(nth), 'POST', '/api/auth/signup', { body })
        if (answer.status !== 201) throw new Error(`A sign-up was answered ${answer.status}: ${answer.text}`)
        one(nth).cookies.push(answer.cookie)
        if (nth % 100 === 99) console.log(`  ${name}: ${nth + 1} people`)
      }
    }),
  )
  let over = performance.now() + WARM_UP_S * 1_000
  let [waits, lags, failed] = [{ read: [] as number[], write: [] as number[] }, [] as number[], 0]
  let nth = 0
  const go = async (client: Client) => {
    while (performance.now() < over) {
      const turn = nth++
      const cookie = client.cookies[turn % Math.max(1, client.cookies.length)] ?? ''
      const isWrite = turn % 10 === 0
      const began = performance.now()
      const path = READ_SHARES[(turn * 7) % READ_SHARES.length]?.(turn) ?? ''
      const answer = await (isWrite
        ? ask(address, client, 'POST', '/api/note/', { cookie, body: note(turn) })
        : ask(address, client, 'GET', path, { cookie }))
      if (answer.status >= 400) failed += 1
      else waits[isWrite ? 'write' : 'read'].push(performance.now() - began)
    }
  }
  /** Measures the time from the answer to a write until the write is visible. */
  const watch = async () => {
    const client = one(0)
    const [cookie] = client.cookies
    while (performance.now() < over) {
      const written = await ask(address, client, 'POST', '/api/note/', { ...(cookie && { cookie }), body: note(nth++) })
      if (written.status !== 201) continue
      const began = performance.now()
      for (;;) {
        const least = written.position ?? '0'
        const read = await ask(address, client, 'GET', '/api/resource-counts', { ...(cookie && { cookie }), least })
        if (BigInt(read.position ?? '0') >= BigInt(least)) break
      }
      lags.push(performance.now() - began)
    }
  }
  const all = () => Promise.all([...clients.slice(0, AT_ONCE).map(go), watch()])
  await all()
  ;[waits, lags, failed] = [{ read: [], write: [] }, [], 0]
  const before = processorTime(beside)
  const began = performance.now()
  over = began + seconds * 1_000
  await all()
  const took = (performance.now() - began) / 1_000
  const used = new Map([...processorTime(beside)].map(([kind, time]) => [kind, time - (before.get(kind) ?? 0)]))
  for (const { agent } of clients) agent.destroy()
  const requests = waits.read.length + waits.write.length
  const sum = (kinds: (kind: string) => boolean) =>
    [...used].filter(([kind]) => kinds(kind)).reduce((total, [, time]) => total + time, 0)
  const ms = (values: readonly number[], p: number) => (values.length === 0 ? '–' : percentile(values, p).toFixed(0))
  return {
    'requests a second': (requests / took).toFixed(0),
    'refused or failed': String(failed),
    'requests a second of processor time, our processes': (requests / sum((kind) => OURS.has(kind))).toFixed(0),
    'requests a second of processor time, with stores and gateway': (requests / sum(() => true)).toFixed(0),
    'a read, p50 / p95 (ms)': `${ms(waits.read, 50)} / ${ms(waits.read, 95)}`,
    'a write, p50 / p95 (ms)': `${ms(waits.write, 50)} / ${ms(waits.write, 95)}`,
    'from a write’s answer to a read that shows it, p50 / p95 (ms)': `${ms(lags, 50)} / ${ms(lags, 95)}`,
    'processor time (s)': [...used]
      .filter(([, time]) => time >= 0.1)
      .toSorted((a, b) => b[1] - a[1])
      .map(([kind, time]) => `${kind} ${time.toFixed(1)}`)
      .join(', '),
  }
}

const LIMITS = { WRITES_A_MINUTE: '1000000', LOG_LEVEL: 'error' }
try {
  const app = await startApp({ environment: LIMITS })
  const measured = {
    'one process': await measure('one process', app.address, [pidsOf(app.dataDir).database]),
  } as Record<string, Record<string, string>>
  await app.stop()
  const cluster = await startComposedCluster({ settings: LIMITS })
  if (cluster === null)
    console.log('SKIPPED: the processes of docker-compose.yml: nginx, redis-server or TEST_SERVERS_DIR is missing.')
  else measured['ten processes'] = await measure('ten processes', cluster.address)
  const columns = Object.keys(measured)
  console.log(
    `\n${cpus().length} cores (${cpus()[0]?.model}), ${people} people, ${AT_ONCE} requests at once, ${seconds} s\n`,
  )
  console.log(`| | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`)
  for (const row of Object.keys(measured['one process'] ?? {}))
    console.log(`| ${row} | ${columns.map((column) => measured[column]?.[row]).join(' | ')} |`)
} finally {
  await endAll()
}
