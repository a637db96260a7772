// The first thing every command runs: plain JavaScript for any Node from 20 on, with no dependency, because it is what
// installs them. Then it hands over to the pinned Node and stays only to pass signals on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const [command = '', ...args] = process.argv.slice(2)

/** What each command runs under the pinned Node, one after another; a step that fails ends it. */
const commands = {
  start: [['tools/src/build-web.ts'], ['apps/standalone/src/main.ts']],
  test: [['tools/src/test.ts']],
  'test:contract': [['tools/src/test-contract.ts']],
  dev: [['tools/src/dev.ts']],
  bible: [['libs/bible-library/src/cli.ts']],
  bench: [['tools/src/build-web.ts'], ['tools/src/bench/main.ts']],
}

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const [major] = process.versions.node.split('.')
if (Number(major) < 20) fail(`Pathlight needs Node 20 or newer; this is ${process.version}. See https://nodejs.org`)
if (!Object.hasOwn(commands, command))
  fail(`Unknown command: ${command}. There are: ${Object.keys(commands).join(', ')}`)

/** Installs what package-lock.json names, unless node_modules is of that very lock file already. */
const install = () => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules/.installed-from')
  const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
  if (installed()) return
  const turn = join(root, '.installing')
  try {
    mkdirSync(turn)
  } catch {
    fail(`Another start is installing already. Wait for it, or remove ${turn} if it was cut short.`)
  }
  const began = Date.now()
  console.log('Installing what Pathlight needs (the first time, and after an update) ...')
  const npm = process.env.npm_execpath
  const [program, ...first] = npm ? [process.execPath, npm] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  const { status } = spawnSync(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  rmSync(turn, { recursive: true, force: true })
  if (status !== 0)
    fail('The installation failed; what npm said is above. Once that is mended, run the same command again.')
  writeFileSync(stamp, lock)
  console.log(`Installed in ${((Date.now() - began) / 1000).toFixed(0)} s.`)
}

/** Runs one step; resolves with its exit code. */
const run = (step) =>
  new Promise((resolve) => {
    const node = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
    // The channel tells the child when we are gone, even by kill -9: then it stops what it started.
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, step[0]), ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATHLIGHT_ROOT: root },
    })
    // A terminal gives Ctrl-C to the child as well, which counts its own: what we pass on is always a plain 'please stop'.
    const pass = () => child.kill('SIGTERM')
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    // npm itself may be killed: then nobody is left to wait for, and the child must go too.
    const parent = process.ppid
    const watch = setInterval(() => process.ppid !== parent && pass(), 1000)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      resolve(signal ? 1 : (code ?? 1))
    })
  })

install()
for (const step of commands[command]) {
  const code = await run(step)
  if (code !== 0) process.exit(code)
}
