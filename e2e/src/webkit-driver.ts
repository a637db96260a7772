import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import type { EnginePage } from './journeys-in-engine.ts'

// WebKit by plain WebDriver (W3C). Debian's WebKitWebDriver opens WebKit's MiniBrowser, which needs a screen (xvfb).

const NEEDED = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'] as const
const BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'
export const missingForWebKit = (): readonly string[] => [
  ...NEEDED.filter((path) => !existsSync(path)),
  ...(globSync(BROWSER).length === 0 ? [BROWSER] : []),
]

/** The key of an element in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const startDriver = async (): Promise<string> => {
  const port = await freePort()
  const args = ['-a', '-s', '-screen 0 1600x1200x24', NEEDED[0], `--port=${port}`]
  const child = spawn(NEEDED[1], args, { stdio: 'ignore', detached: true })
  // Ends the whole process group, because xvfb-run starts the screen as another process.
  atTheEnd(() => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid))
  const address = `http://127.0.0.1:${port}`
  await eventually(async () => void (await fetch(`${address}/status`)))
  return address
}

/** Opens a browser with a new profile. Each browser has its own driver. */
export const openWebKit = async (): Promise<EnginePage> => {
  const driver = await startDriver()
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${driver}${path}`, { method, ...sent })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  const capabilities = {
    alwaysMatch: {
      // The browser's question before a page is left (beforeunload) is always accepted, because each journey waits for
      // its own writes.
      unhandledPromptBehavior: 'accept',
      'webkitgtk:browserOptions': {
        binary: globSync(BROWSER)[0],
        args: ['--automation'],
      },
    },
  }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities })
  const at = `/session/${sessionId}`
  const run = <T>(body: string, ...args: unknown[]) =>
    ask<T>('POST', `${at}/execute/async`, {
      script: `const done = arguments[arguments.length - 1]; (async (...args) => { ${body} })(...arguments).then(done, (e) => done('failed: ' + e))`,
      args,
    })
  const until = (body: string, ...args: unknown[]) =>
    eventually(async () => {
      const result = await run<unknown>(body, ...args)
      if (!result || (typeof result === 'string' && result.startsWith('failed: ')))
        throw new Error(`${body} (${args.join()}) says ${result}`)
    })
  const find = async (selector: string): Promise<string> => {
    const using = selector.startsWith('//') ? 'xpath' : 'css selector'
    const elementRef = await ask<Record<string, string>>('POST', `${at}/element`, { using, value: selector })
    return elementRef[ELEMENT] ?? ''
  }
  const onceThere = (selector: string, act: (element: string) => Promise<unknown>) =>
    eventually(async () => void (await act(await find(selector))))
  return {
    open: async (url) => void (await ask('POST', `${at}/url`, { url })),
    run,
    until,
    see: (selector) =>
      onceThere(selector, async (element) => {
        // WebDriver's own check calls text hidden if only a few of its lines are shown.
        const isSeen = `return args[0].getClientRects().length > 0 && getComputedStyle(args[0]).visibility === 'visible'`
        if (!(await run<boolean>(isSeen, { [ELEMENT]: element }))) throw new Error(`${selector} is not seen`)
      }),
    press: (selector) => onceThere(selector, (element) => ask('POST', `${at}/element/${element}/click`, {})),
    type: (selector, text) => onceThere(selector, (element) => ask('POST', `${at}/element/${element}/value`, { text })),
    picture: async () => Buffer.from(await ask<string>('GET', `${at}/screenshot`), 'base64'),
    close: async () => void (await ask('DELETE', at)),
  }
}
