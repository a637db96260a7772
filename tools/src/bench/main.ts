import { cpus, totalmem } from 'node:os'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { measureAgainst } from './against.ts'
import { measureApp } from './app.ts'
import { measureArchives } from './archives.ts'
import { measureAudit } from './audit.ts'
import { type Figure, table } from './figures.ts'
import { measureFirstRows, measureLongHistory } from './histories.ts'
import { measureImports } from './imports.ts'
import { measureItems } from './items.ts'
import { measureLibrary } from './library.ts'
import { measureLiveSync } from './live-sync.ts'
import { measureLongStreams } from './long-streams.ts'
import { measureManyWrites } from './many-writes.ts'
import { measurePictures } from './pictures.ts'
import { cluster, type Profile, singleNode } from './profiles.ts'
import { compareSearchEngines } from './search-engines.ts'
import { measureStores } from './stores.ts'
import { measureWriting } from './writing.ts'

/** `--against COMMIT [TURNS]`: compares this checkout with another commit, in three turns by default. */
if (process.argv[2] === '--against') {
  await measureAgainst(process.argv[3] ?? 'HEAD', Number(process.argv[4] ?? 3))
  process.exit()
}

if (process.argv[2] === 'search') {
  await compareSearchEngines()
  process.exit()
}

/** `writes [COUNT]`: many writes. This takes minutes, so it runs only if it is asked for. */
if (process.argv[2] === 'writes') {
  const single = await singleNode()
  await measureManyWrites(single.environment, Number(process.argv[3] ?? 20_000)).finally(() => single.close())
  process.exit(0)
}

if (process.argv[2] === 'pictures') {
  await measurePictures()
  process.exit(0)
}

/** `writing [COUNT]`: the search in one's writing, by default over 10,000 notes. */
if (process.argv[2] === 'writing') {
  for (const profile of [await singleNode(), await cluster()])
    if (profile !== null) {
      console.log(`\n${profile.name}`)
      await measureWriting(profile, Number(process.argv[3] ?? 10_000)).finally(() => profile.close())
    }
  process.exit(0)
}

/** `audit [COUNT]`: the audit, by default over a million events. */
if (process.argv[2] === 'audit') {
  for (const profile of [await singleNode(), await cluster()])
    if (profile !== null) {
      console.log(`\n${profile.name}`)
      await measureAudit(profile, Number(process.argv[3] ?? 1_000_000)).finally(() => profile.close())
    }
  process.exit(0)
}

const keyOf = ({ environment: { MASTER_KEY = '' } }: Profile) => ({ MASTER_KEY })

/** `archive [COUNT]`: archives, by default of 100,000 notes, from each engine into empty stores of the same engine. */
if (process.argv[2] === 'archive') {
  const notes = Number(process.argv[3] ?? 100_000)
  await measureArchives('one process', {}, {}, notes).finally(endAll)
  const [from, to] = [await cluster(), await cluster()]
  if (from !== null && to !== null)
    // Restoring an archive needs the master key of its installation.
    await measureArchives('cluster', from.environment, { ...to.environment, ...keyOf(from) }, notes).finally(endAll)
  for (const profile of [from, to]) await profile?.close()
  process.exit(0)
}

/** `import [COUNT]`: imports and exports of one person, by default 100,000 items. */
if (process.argv[2] === 'import') {
  await measureImports(Number(process.argv[3] ?? 100_000)).finally(endAll)
  process.exit()
}

/** The unit of each figure, and the required minimum by profile, if there is one. */
const UNITS: Readonly<Record<string, readonly [unit: string, asked?: Readonly<Record<string, number>>]>> = {
  'append through the port ÷ bare client': ['ratio', { 'single-node': 0.8, cluster: 0.8 }],
  'appends, one after another': ['/s'],
  'appends, 32 writers': ['/s'],
  'save of 100 KB after 300 edits, p50': ['ms'],
  'save after 3 edits ÷ after 300': ['ratio', { 'single-node': 0.5, cluster: 0.5 }],
  'open after 3 edits ÷ after 300': ['ratio', { 'single-node': 0.5, cluster: 0.5 }],
  'append to visible, p50': ['ms'],
  'append to visible, p99': ['ms'],
  'append to visible with 10 items in the chapter ÷ with 1,000': ['ratio', { 'single-node': 1 / 1.3 }],
  'append to visible with 3 projections ÷ with 10': ['ratio', { 'single-node': 1 / 1.2 }],
  'items a MB of write-ahead log, the last of 1,000 in a chapter': ['/MB', { 'single-node': 250 }],
  'rebuild of a read model, best of 5': ['events/s'],
  'rebuild that opens sealed text, best of 5': ['events/s'],
  'overlay read ÷ empty route, over HTTP': ['ratio', { 'single-node': 0.5 }],
  'overlay reads over HTTP': ['/s'],
  'overlay of 100 items ÷ empty route, over HTTP': ['ratio', { 'single-node': 0.5 }],
  'overlays of 100 items over HTTP, made anew': ['/s'],
  'chapter reads over HTTP': ['/s'],
  'an edit on the other stream, 200 streams open, p50': ['ms'],
  'an edit on the other stream, 200 streams open, p95': ['ms, 500 at most'],
  'memory of the server before it has streams': ['MB'],
  'memory of the server with 1,000 open streams': ['MB'],
  'processor time of 1,000 open streams, idle': ['ms/s'],
  'first rows of 100,000 changes, p95': ['ms, 200 at most'],
  '10,000 revisions of 200 KB read to the end': ['s'],
  'memory in the last quarter of them ÷ in the first': ['ratio'],
  'memory of the idle server': ['MB'],
  'memory after the reads': ['MB'],
  'first start of the app': ['s'],
  'index one Bible': ['ms'],
  'chapter read, in the process, p50': ['ms'],
  'words of a chapter, in the process, p50': ['ms'],
  'words of a chapter, in the process, p99': ['ms, 3 at most'],
  'search, in the process, p50': ['ms'],
  'search, in the process, p99': ['ms'],
  'search by words of the original, in the process, p99': ['ms, 5 at most'],
  'search over 12 versions, in the process, p50': ['ms'],
  'search over 12 versions, in the process, p99': ['ms'],
  'import of a Bible (OSIS)': ['verses/s'],
  'import with words ÷ the same file, words left out': ['ratio of processor time, 1.5 at most'],
  'import with words ÷ the verses alone': ['ratio of processor time'],
  'memory after import and search': ['MB'],
}
/** The required minimum of a rebuild on an idle machine with two cores and the embedded database. */
const REBUILD_EVENTS_PER_SECOND = 100_000

const CHANGES = 100_000
const REVISIONS = 10_000

/**
 * `sync`: live sync and histories on both profiles. The first rows of a history are measured on single-node only,
 * because the test server for MongoDB scans the whole collection.
 */
if (process.argv[2] === 'sync') {
  for (const profile of [await singleNode(), await cluster()]) {
    if (profile === null) continue
    console.log(`\n${profile.name}`)
    const measures = [
      () => measureLiveSync(profile.environment),
      () => measureLongHistory(profile, REVISIONS),
      ...(profile.name === 'single-node' ? [() => measureFirstRows(profile, CHANGES)] : []),
    ]
    try {
      for (const measure of measures)
        for (const [name, value] of Object.entries(await measure()))
          console.log(`${name}: ${value.toFixed(name.includes('÷') ? 2 : 1)} ${UNITS[name]?.[0]}`)
    } finally {
      await profile.close()
    }
  }
  process.exit(0)
}

const measured: Record<string, Record<string, number | null>> = {}
/** Runs the measurements one after another, and goes on after a failed one. */
const measureAll = async (
  { name }: Profile,
  measures: readonly (() => Promise<Readonly<Record<string, number | null>>>)[],
) => {
  const values: Record<string, number | null> = {}
  measured[name] = values
  for (const measure of measures)
    try {
      Object.assign(values, await measure())
    } catch (error) {
      process.exitCode = 1
      console.error(`On ${name} a measurement failed:`, error)
    }
}
const profiles: Profile[] = []
try {
  console.log('Measuring; this takes fifteen minutes or so ...')
  const single = await singleNode()
  profiles.push(single)
  // The Bible library comes last. Its import leaves this process with much memory, which would slow other measurements
  // down.
  await measureAll(single, [
    () => measureStores(single, { appends: 100, events: 100_000 }),
    () => measureItems(single, { items: 1_000, appends: 100 }),
    () => measureLongStreams(single),
    () => measureApp(single.environment),
    () => measureLiveSync(single.environment),
    () => measureFirstRows(single, CHANGES),
    () => measureLongHistory(single, REVISIONS),
    measureLibrary,
  ])
  const many = await cluster()
  if (many) {
    profiles.push(many)
    await measureAll(many, [
      () => measureStores(many, { appends: 60, events: 2_000 }),
      () => measureItems(many, { items: 1_000, appends: 20 }),
      () => measureLongStreams(many),
      () => measureApp(many.environment),
      () => measureLiveSync(many.environment),
      () => measureLongHistory(many, REVISIONS),
    ])
  } else {
    console.log(
      'SKIPPED: the cluster profile. Set EVENTSTORE_URL, MONGODB_URL and REDIS_URL (docker compose -f deploy/stores.compose.yml up -d --wait).',
    )
  }
} finally {
  for (const profile of profiles) await profile.close()
}

const columns = Object.keys(measured)
const figures = Object.entries(UNITS).map(([name, [unit, asked = {}]]): Figure => {
  const values = Object.fromEntries(columns.map((column) => [column, measured[column]?.[name] ?? null]))
  return { name, unit, values, asked }
})
console.log(
  `\n${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
console.log(table(figures, columns))
const rebuild = measured['single-node']?.['rebuild of a read model, best of 5'] ?? 0
console.log(
  `\nAsked of the rebuild on an idle machine of two cores: ${REBUILD_EVENTS_PER_SECOND.toLocaleString('en')} events/s; here ${Math.round(rebuild).toLocaleString('en')}.`,
)
const missed = figures.filter(({ asked, values }) =>
  Object.entries(asked).some(([column, least]) => (values[column] ?? least) < least),
)
process.exit(missed.length === 0 ? process.exitCode : 1)
