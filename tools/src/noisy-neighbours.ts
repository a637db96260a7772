import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { type App, startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { percentile } from './bench/figures.ts'
import { ATTACKERS, READERS_ADDRESS, sayAttacks, stopAttacks } from './noisy-neighbours/attackers.ts'
import { askAt, church, readAndWrite, signUp, tenRead } from './noisy-neighbours/people.ts'

// Measures how long people wait while others attack or ask for much. Each row of the output is one measurement. In most
// rows, attackers do the worst that they are allowed, each from network addresses of its own, while a person reads
// chapters and writes notes. In other rows, one person asks for much beside ten readers, or 300 phones behind one
// address open one psalm. Fails when people wait more than three times as long as without attack (five times beside
// four attackers, twice beside exports and large imports), or more than 250 ms on the phones. After each attack the app
// is told to stop, and must end within ten seconds. `npm run fair -- 120`: two minutes of each attack instead of 20
// seconds. `npm run fair -- 10 "odd addresses" hog`: only the rows with one of these words in their names.

const MOST_TIMES = 3
/** The limit beside four attackers at the same time. */
const MOST_TIMES_BESIDE_FOUR = 5
/** The limit beside people who export everything or import large files, because this is allowed use. */
const MOST_TIMES_BESIDE_WORK = 2
/** A wait up to this, in milliseconds, is accepted at any ratio, because no reader notices it. */
const UNNOTICED_MS = 10
const MOST_ON_PHONES_MS = 250
/** The time that `docker stop` allows from SIGTERM to the end of the process, in milliseconds. */
const ENDS_WITHIN_MS = 10_000
/** How long people read after a start before the measurement, in seconds. Frequent code is compiled in this time. */
const WARM_UP_S = 3
const QUIET_S = Number(process.env.QUIET_S ?? 15)
const given = process.argv.slice(2)
const ATTACK_S = Number(given.find((one) => /^\d+$/.test(one)) ?? 20)
/** The texts of the command line. If there are any, only rows with one of them in their names are measured. */
const chosen = given.filter((one) => !/^\d+$/.test(one)).map((one) => one.toLowerCase())
const isChosen = (row: string) => chosen.length === 0 || chosen.some((one) => row.toLowerCase().includes(one))
/** The app's address and the attackers' names. They are set only in the attackers' process. */
const { ATTACKED = '', ATTACKERS_NAMES = '' } = process.env
/** Sets the product's default limits in place of those of tests (without-limits.ts). */
const LIMITS = { WRITES_A_MINUTE: '', WRITTEN_MB_A_DAY: '' }

/** Waits in milliseconds, by the kind of request. */
type Waits = Readonly<Record<string, readonly number[]>>
type Row = {
  readonly name: string
  readonly attackers: readonly string[]
  /** The limit of the waits, as a multiple of the waits without attack. Default MOST_TIMES. */
  readonly most?: number
  readonly visit: (seconds: number) => Promise<Waits>
}

const attack = async () => {
  process.once('message', stopAttacks)
  await Promise.all(ATTACKERS_NAMES.split(',').map((name) => ATTACKERS[name]?.()))
  console.log(`  ${sayAttacks()}`)
  process.disconnect()
}

/** Raises the priority of this process above the app and the attackers. Only root may do this. */
const prefer = () => {
  try {
    setPriority(constants.priority.PRIORITY_ABOVE_NORMAL)
  } catch {
    // Without the higher priority, the readers share the processor with the app.
  }
}

const say = (failed: boolean, what: string, figures: string) => {
  if (failed) process.exitCode = 1
  console.log(`${failed ? '✗' : '✓'} ${what.padEnd(34)} ${figures}`)
}

const stopUnderAttack = async (app: App) => {
  const began = performance.now()
  const code = await app.stop()
  const ms = performance.now() - began
  const figures = `${(ms / 1000).toFixed(1)} s, exit code ${code} (at most ${ENDS_WITHIN_MS / 1000} s, and 0)`
  say(ms > ENDS_WITHIN_MS || code !== 0, 'the end after SIGTERM', figures)
}

const compare = async (app: App, { name, attackers, visit, most = MOST_TIMES }: Row, quiet: Waits) => {
  console.log(`${name}: ${attackers.join(', ')}`)
  // The attackers have a process of their own, so that their work does not delay the person's measurements.
  const env = { ...process.env, ATTACKED: app.address, ATTACKERS_NAMES: attackers.join() }
  // All threads of the child process inherit the priority that this process has now.
  setPriority(constants.priority.PRIORITY_NORMAL)
  const child = fork(import.meta.filename, { env })
  prefer()
  const over = once(child, 'exit')
  // Real attackers have machines of their own, so the attackers only get the processor time that the server and the
  // person leave.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  // Some attackers prepare data first. Each attacker sends a message when its attack begins.
  const begun = new Promise<void>((resolve) => {
    let count = 0
    child.on('message', () => {
      count += 1
      if (count === attackers.length) resolve()
    })
  })
  await Promise.race([begun, over])
  const beside = await visit(ATTACK_S)
  for (const [what, times] of Object.entries(beside)) {
    const [before, now] = [percentile([...(quiet[what] ?? [])], 95), percentile([...times], 95)]
    const ratio = now / before
    say(
      ratio > most && now > UNNOTICED_MS,
      `${what}, p95`,
      `${before.toFixed(1)} ms → ${now.toFixed(1)} ms, ${ratio.toFixed(1)} times (at most ${most})`,
    )
  }
  await stopUnderAttack(app)
  if (child.connected) child.send('stop')
  const [failed] = await over
  if (failed !== 0) throw new Error(`${name}: the attackers ended with ${failed}`)
  await app.start()
  await visit(WARM_UP_S)
}

const measure = async () => {
  const app = await startApp({
    environment: {
      ...LIMITS,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'error',
    },
  })
  try {
    // This process, in which the person reads, gets a higher priority, as if it were on another machine. The app was
    // started before, with the usual priority.
    prefer()
    askAt(app.address)
    const person = await signUp('203.0.113.7')
    const reads = async (seconds: number): Promise<Waits> => {
      const { chapters, notes } = await readAndWrite(person, seconds)
      return { 'a chapter': chapters, 'a note is written': notes }
    }
    const ten = async (seconds: number): Promise<Waits> => ({ 'ten readers': await tenRead(READERS_ADDRESS, seconds) })
    const rows: readonly Row[] = [
      {
        name: 'Four who attack',
        attackers: ['searcher', 'hoarder', 'guesser', 'staller'],
        visit: reads,
        most: MOST_TIMES_BESIDE_FOUR,
      },
      { name: 'Odd addresses', attackers: ['wanderer'], visit: reads },
      { name: 'Searches of words of one’s own', attackers: ['digger'], visit: reads },
      { name: 'Hostile sermons as HTML', attackers: ['author'], visit: reads },
      { name: 'Odd headers', attackers: ['boaster'], visit: reads },
      { name: 'Bodies without a length', attackers: ['chunker'], visit: reads },
      { name: '2,000 connections that ask slowly', attackers: ['slow'], visit: reads },
      { name: 'Exports of everything', attackers: ['exporter'], visit: reads, most: MOST_TIMES_BESIDE_WORK },
      { name: 'Much for one, behind the address of ten', attackers: ['hogHere'], visit: ten },
      { name: 'Much for one, elsewhere', attackers: ['hogElsewhere'], visit: ten },
      { name: 'Live streams of people who leave', attackers: ['leaver'], visit: reads },
      { name: 'Pictures, eight at once', attackers: ['painter'], visit: reads },
      { name: 'Four files that come slowly', attackers: ['dawdler'], visit: reads },
      { name: 'Imports of the worst lines', attackers: ['liner'], visit: reads },
      // These rows come last, because imports go on after the attackers have left.
      { name: 'Imports of large files', attackers: ['importer'], visit: reads, most: MOST_TIMES_BESIDE_WORK },
      { name: 'Live streams that nobody reads, and imports', attackers: ['deaf'], visit: reads },
      { name: 'Five files of 40 MB at once', attackers: ['filler'], visit: reads },
    ]
    await reads(WARM_UP_S)
    console.log(`People read and write, alone, for ${QUIET_S} seconds each; then for ${ATTACK_S} beside others.\n`)
    const quiet = { ...(await reads(QUIET_S)), ...(await ten(QUIET_S)) }
    if (isChosen('300 phones of one church')) {
      const times = await church('203.0.113.99')
      const p95 = percentile(times, 95)
      const figures = `${p95.toFixed(1)} ms of ${times.length} answers (at most ${MOST_ON_PHONES_MS})`
      say(p95 > MOST_ON_PHONES_MS, '300 phones of one church, p95', figures)
    }
    for (const row of rows.filter(({ name }) => isChosen(name))) await compare(app, row, quiet)
  } finally {
    await app.stop()
  }
}

try {
  if (ATTACKED === '') await measure()
  else {
    askAt(ATTACKED)
    await attack()
  }
} finally {
  await endAll()
}
