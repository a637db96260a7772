import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WITHOUT_LIMITS } from '@pathlight/testing/without-limits.ts'
import autocannon from 'autocannon'
import { median, timed } from './figures.ts'

const MAIN = join(import.meta.dirname, '../../../apps/standalone/src/main.ts')
/** The options that `npm start` passes to Node. */
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning']
/** How many characters of output are shown when the app ends unexpectedly. */
const LAST_WORDS = 4_000
const JSON_BODY = { 'content-type': 'application/json' }

type RunningApp = { readonly address: string; readonly pid: number; stop(): Promise<void> }

export const startApp = async (environment: Readonly<Record<string, string>>): Promise<RunningApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-bench-app-'))
  const child: ChildProcess = spawn(process.execPath, [...NODE_OPTIONS, MAIN], {
    env: { ...process.env, BIBLES: 'none', ...WITHOUT_LIMITS, ...environment, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-LAST_WORDS)
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { address: string }) => resolve(message.address))
    child.once('exit', (code) => reject(new Error(`The app ended with ${code}:\n${said}`)))
  })
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Signs a person up who writes three notes on John 3 and a hundred on Psalm 119. Returns the person's cookie. */
export const aReader = async (address: string): Promise<string> => {
  const name = `bench${Date.now().toString(36)}`
  const password = 'Bench-mark1!'.replace('-', '@')
  const signUp = await fetch(`${address}/api/auth/signup`, {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ username: name, email: `${name}@example.org`, password, confirm_password: password }),
  })
  const cookie = signUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const verses = [43_003_003, 43_003_016, 43_003_017, ...Array.from({ length: 100 }, (_, i) => 19_119_001 + i)]
  for (const verse_id of verses) {
    const answer = await fetch(`${address}/api/note/`, {
      method: 'POST',
      headers: { ...JSON_BODY, cookie },
      body: JSON.stringify({ verse_id, text: 'The width of it, and the length', version: 'KJV' }),
    })
    if (answer.status !== 201) throw new Error(`A note was refused: ${answer.status} ${await answer.text()}`)
  }
  return cookie
}

export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Measures the first start, reads over HTTP and the memory of the app, on the stores that `environment` names. */
export async function measureApp(environment: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  let app: RunningApp | undefined
  try {
    const start = await timed(async () => {
      app = await startApp(environment)
    })
    if (!app) throw new Error('The app did not start')
    const { address, pid } = app
    await sleep(5_000)
    const idle = residentMb(pid)
    const cookie = await aReader(address)
    /**
     * How many requests the server answers a second. `anew`: each request has another address, so that the server has
     * no cached answer.
     */
    const perSecond = async (path: string, anew = false): Promise<number> => {
      let asked = 0
      const setupRequest = (request: autocannon.Request) => ({ ...request, path: `${path}&version=V${asked++}` })
      const result = await autocannon({
        url: address + path,
        connections: 10,
        duration: 2,
        headers: { cookie },
        ...(anew && { requests: [{ setupRequest }] }),
      })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${path} failed ${result.non2xx + result.errors} times`)
      return result.requests.average
    }
    const overlayPath = '/api/overlay?book=John&chapter=3'
    const chapterPath = '/api/bible/chapter?version=KJV&book=John&chapter=3'
    const hundredPath = '/api/overlay?book=Psalms&chapter=119'
    await perSecond(overlayPath)
    const rates: { empty: number[]; overlay: number[]; hundred: number[] } = { empty: [], overlay: [], hundred: [] }
    for (let turn = 0; turn < 4; turn++) {
      rates.empty.push(await perSecond('/api/health'))
      rates.overlay.push(await perSecond(overlayPath))
      rates.hundred.push(await perSecond(hundredPath))
    }
    const anew = await perSecond(hundredPath, true)
    const chapter = await perSecond(chapterPath)
    return {
      'overlay read ÷ empty route, over HTTP': median(rates.overlay) / median(rates.empty),
      'overlay reads over HTTP': median(rates.overlay),
      'overlay of 100 items ÷ empty route, over HTTP': median(rates.hundred) / median(rates.empty),
      'overlays of 100 items over HTTP, made anew': anew,
      'chapter reads over HTTP': chapter,
      'memory of the idle server': idle,
      'memory after the reads': residentMb(pid),
      'first start of the app': start / 1000,
    }
  } finally {
    await app?.stop()
  }
}
