import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

/** The app's address, for example http://127.0.0.1:4000. Each process calls `askAt` first. */
let app = ''
export const askAt = (address: string): void => {
  app = address
}
export const appAt = (): URL => new URL(app)

const PASSWORD = 'Lamp4myfeet!'

/** An answer whose bytes are not decoded. On a small machine, decoding would take processor time from the app. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}
export type Person = {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly cookie: string
}

/** Sends one request. `chunked`: the body has no Content-Length. */
export const send = (
  options: { method: string; path: string; headers: Record<string, string>; agent?: Agent | undefined },
  body?: string,
  chunked = false,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app)
    const signal = AbortSignal.timeout(15_000)
    const sent = request({ hostname, port, signal, ...options }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', (error) => reject(new Error(`${options.method} ${options.path}`, { cause: error })))
    if (body !== undefined && !chunked) sent.setHeader('content-length', Buffer.byteLength(body))
    if (body !== undefined && chunked)
      for (let at = 0; at < body.length; at += 50_000) sent.write(body.slice(at, at + 50_000))
    if (body === undefined || chunked) sent.end()
    else sent.end(body)
  })

/** A person at a network address, with as many connections as a browser opens. */
export const from = (address: string, cookie = ''): Person => {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  return {
    cookie,
    call: (method, path, body) => {
      const headers = {
        ...{
          cookie,
          'x-forwarded-for': address,
          'accept-encoding': 'gzip',
          accept: path.startsWith('/api/') ? '*/*' : 'text/html',
        },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return send({ method, path, headers, agent }, body === undefined ? undefined : JSON.stringify(body))
    },
  }
}
export const signUp = async (own: string): Promise<Person> => {
  const username = `p${randomUUID().slice(0, 12)}`
  const body = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  const answer = await from(own).call('POST', '/api/auth/signup', body)
  if (answer.status >= 300) throw new Error(`A sign-up was answered ${answer.status}: ${answer.bytes}`)
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return from(own, cookies[0]?.split(';')[0] ?? '')
}
export const note = (text: string, verse = 16) => ({
  id: randomUUID(),
  verse_id: 43_003_000 + verse,
  text,
  version: 'KJV',
})

/** The duration of a request in milliseconds. Throws if the answer has another status. */
export const timed = async (work: () => Promise<Answer>, status = 200): Promise<number> => {
  const began = performance.now()
  const answer = await work()
  if (answer.status !== status) throw new Error(`An honest request was answered ${answer.status}`)
  return performance.now() - began
}

const chapter = (n: number) => `/api/bible/chapter?version=KJV&book=John&chapter=${1 + (n % 20)}`

/** Reads chapters and writes notes in turn, several times a second. Returns the milliseconds of each request. */
export const readAndWrite = async (person: Person, seconds: number) => {
  const chapters: number[] = []
  const notes: number[] = []
  for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
    chapters.push(await timed(() => person.call('GET', chapter(chapters.length))))
    await sleep(100)
    notes.push(await timed(() => person.call('POST', '/api/note/', note('Born again.')), 201))
    await sleep(100)
  }
  return { chapters, notes }
}

/** Ten people without accounts at one network address read chapters. Returns the milliseconds of each request. */
export const tenRead = async (address: string, seconds: number): Promise<number[]> => {
  const times: number[] = []
  const read = async (_: unknown, n: number) => {
    const reader = from(address)
    await sleep(n * 30)
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(300))
      times.push(await timed(() => reader.call('GET', chapter(times.length))))
  }
  await Promise.all(Array.from({ length: 10 }, read))
  return times
}

/**
 * 300 phones at one network address open one psalm within ten seconds, each with the page's styles and fonts and some
 * of its calls. Returns the milliseconds of each request.
 */
export const church = async (address: string): Promise<number[]> => {
  const times: number[] = []
  const open = async (_: unknown, n: number) => {
    const phone = from(address)
    await sleep((n * 10_000) / 300)
    let html = ''
    const ask = (path: string) =>
      timed(async () => {
        const answer = await phone.call('GET', path)
        if (html === '') html = gunzipSync(answer.bytes).toString()
        return answer
      })
    times.push(await ask('/bible/KJV/Psalms/23'))
    // The page's styles and fonts, and the calls that the page makes when its scripts run.
    const files = [...html.matchAll(/href="(\/assets\/[^"]+\.(?:css|woff2))"/g)].map(([, path = '']) => path)
    const calls = ['/before-scripts.js', '/api/bible/versions', '/api/bible/chapter?version=KJV&book=Psalms&chapter=24']
    times.push(...(await Promise.all([...new Set(files), ...calls].map(ask))))
  }
  await Promise.all(Array.from({ length: 300 }, open))
  return times
}
