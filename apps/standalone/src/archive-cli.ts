import { existsSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createLogger } from '@pathlight/http/logger.ts'
import { masterKeyCheck, masterKey as masterKeyOf } from '@pathlight/identity/master-key.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { startProjector } from '@pathlight/query/projector.ts'
import { ARCHIVE_SCHEDULE, type ArchiveJob, endArchives } from '@pathlight/runtime/archive-job.ts'
import { type Config, readConfig } from '@pathlight/runtime/config.ts'
import { secretsOf } from '@pathlight/runtime/stores.ts'
import { type ArchiveHeader, keyName, SIGNATURE_USE, type Signer } from '@pathlight/worker/archive/archive-format.ts'
import { ArchiveRefused } from '@pathlight/worker/archive/archive-refused.ts'
import { type CheckedArchive, checkArchive } from '@pathlight/worker/archive/check-archive.ts'
import { KEEP, readEvery, readKeep } from '@pathlight/worker/archive/planned-archives.ts'
import { writeArchive } from '@pathlight/worker/archive/write-archive.ts'
import { closedAccountsIn } from '@pathlight/worker/closed-accounts.ts'
import { readArchive } from './archive/read-archive.ts'
import { withBar } from './progress-bar.ts'
import { DONE, fail, onStores, runCommand, type StoreCommand, say } from './store-command.ts'

const HELP = `Archives: everything people have here in one file, for a backup and for moving to other stores.

  npm run archive -- write FILE     write one, also while Pathlight runs
  npm run archive -- write [FOLDER] --every 24h --keep 7
                                    have Pathlight write one each day (h: hours, d: days) and keep the newest 7, in FOLDER
                                    or in "archives" of its data folder; --every off ends it,
                                    and gives FOLDER up
  npm run archive -- verify FILE    look through one to its end, and say who wrote it
  npm run archive -- read FILE      read one into an empty installation, on whichever stores; Pathlight must not run on it;
                                    --unsigned also reads one of an older Pathlight, which nobody signed

An archive needs the master key it was written under (master.key, or MASTER_KEY), which is not in it: keep that elsewhere.
write --with-master-key puts the key into the archive, which then opens everything: for moving house, not for keeping.
docs/operations.md says more.`

const HOUR_MS = 60 * 60 * 1000

const count = (value: number): string => value.toLocaleString('en')

/** A sentence that says which installation wrote the archive, and how far the signature proves that. */
const provenance = ({ header, proof }: Pick<CheckedArchive, 'header' | 'proof'>): string => {
  const key = keyName(header.masterKeyCheck)
  if (proof === 'signed' && header.masterKey !== undefined)
    return `It says installation ${header.log}, and is signed under the master key ${key} that it brings along: whoever had this file could alter it.`
  if (proof === 'signed')
    return `Written by installation ${header.log} and signed under its master key ${key}: nothing was altered since.`
  if (proof === 'unsigned')
    return `Not signed, for an older Pathlight wrote it: whoever had this file could alter it. It says master key ${key}.`
  return `It says installation ${header.log}, master key ${key}. That key is not here, so the signature was not proved: only damage would have been found.`
}

const tell = (archive: CheckedArchive): void => {
  const of = (part: Parameters<typeof archive.counts.get>[0]) => count(archive.counts.get(part) ?? 0)
  say(`${archive.name}: written ${archive.end.writtenAt}, ${count(archive.bytes)} bytes`)
  say(`  ${of('events')} events, ${of('users')} accounts, ${of('jobs')} jobs that wait`)
  say(`  sha256 of what is in it: ${archive.digest}`)
  if (archive.header.masterKey !== undefined) say('  The master key is in it: this file alone opens everything.')
  say(`  ${provenance(archive)}`)
}

const write =
  (file: string, withMasterKey: boolean): StoreCommand =>
  async ({ stores, config, signal }) => {
    const masterKey = withMasterKey
      ? masterKeyOf({ dataDir: resolve(config.DATA_DIR), fromEnvironment: config.MASTER_KEY })
      : null
    const began = performance.now()
    const { events, bytes } = await withBar('writing', (onProgress) =>
      writeArchive({ file: resolve(file), stores, masterKey, onProgress, signal }),
    )
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    say(`${file}: ${count(events)} events, ${count(bytes)} bytes, in ${seconds} s`)
    const lost = await stores.dataKeys.lost()
    if (lost > 0)
      say(`${count(lost)} accounts are in it without their key, because the file of its epoch is missing here.`)
    if (!withMasterKey) say('Keep the master key apart from it: without the key the archive opens nothing.')
    return DONE
  }

type Planner = Pick<Jobs<ArchiveJob>, 'every'>

/** Schedules archives, which the worker writes. `everyMs` null: ends the schedule. */
const plan =
  (everyMs: number | null, folder: string | null, keep: number): StoreCommand =>
  async ({ stores, config }) => {
    const jobs: Planner = stores.jobs
    if (everyMs === null) {
      const was = await endArchives(stores, 'operator')
      say(was ? 'No archive is written by itself any more.' : 'No archive was planned.')
      return DONE
    }
    const into = folder === null ? join(resolve(config.DATA_DIR), 'archives') : resolve(folder)
    await jobs.every(ARCHIVE_SCHEDULE, ARCHIVE_SCHEDULE, { folder: folder && resolve(folder), keep }, everyMs)
    say(`Pathlight writes an archive into ${into} every ${everyMs / HOUR_MS} h, and keeps the newest ${keep}.`)
    say('Keep the master key elsewhere: without it the archives open nothing. To end it: write --every off')
    return DONE
  }

/** The signer with the master key of this installation; null: this installation has no master key yet. */
const signerHere = (config: Config): Signer | null => {
  const dataDir = resolve(config.DATA_DIR)
  if (config.MASTER_KEY === undefined && !existsSync(join(dataDir, 'master.key'))) return null
  const key = masterKeyOf({ dataDir, fromEnvironment: config.MASTER_KEY })
  return { check: masterKeyCheck(key).toString('base64'), secret: secretsOf(key)(SIGNATURE_USE) }
}
/** The signer with the master key that the archive contains; null: the archive contains no key. */
const signerIn = ({ masterKey, masterKeyCheck: check }: ArchiveHeader): Signer | null =>
  masterKey === undefined ? null : { check, secret: secretsOf(Buffer.from(masterKey, 'base64'))(SIGNATURE_USE) }

const verify = async (file: string): Promise<number> => {
  const signer = signerHere(readConfig(process.env))
  tell(await withBar('verifying', (onProgress) => checkArchive(resolve(file), { onProgress, signer })))
  return DONE
}

/**
 * Writes the archive's master key into the data folder if the installation has no key. Throws ArchiveRefused if the
 * archive has none either, or if the installation has another key.
 */
const settleMasterKey = async (config: Config, { header }: CheckedArchive): Promise<void> => {
  const dataDir = resolve(config.DATA_DIR)
  const keyFile = join(dataDir, 'master.key')
  if (config.MASTER_KEY === undefined && !existsSync(keyFile)) {
    if (header.masterKey === undefined)
      throw new ArchiveRefused(
        `The master key is not in this archive: put the master.key that it was written under into ${dataDir}, or set MASTER_KEY.`,
      )
    await mkdir(dataDir, { recursive: true })
    writeFileSync(keyFile, `${header.masterKey}\n`, { mode: 0o600, flush: true })
  }
  const key = masterKeyOf({ dataDir, fromEnvironment: config.MASTER_KEY })
  if (masterKeyCheck(key).toString('base64') === header.masterKeyCheck) return
  throw new ArchiveRefused(
    `The master key at hand is not the one this archive was written under, so people could not read their notes: put the original master.key into ${dataDir}, or set MASTER_KEY to it. Nothing was read.`,
  )
}

/** Builds the read models in this process, so that the app shows everything when it starts. */
const makeReadModels: StoreCommand = async ({ stores, signal }) => {
  const { log, readModels: store } = stores
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const projector = startProjector({ log, store, logger: createLogger('silent'), signal: both })
  try {
    await projector.opened
    const head = await log.head()
    await withBar('making read models', async (show) => {
      while (!(await store.waitFor(head, 500))) {
        signal.throwIfAborted()
        const refusal = projector.refusal()
        if (refusal !== null) throw refusal
        show(Number(await store.position()) / Number(head))
      }
    })
  } finally {
    stop.abort()
    await projector.done
  }
  return DONE
}

const read =
  (file: string, archive: CheckedArchive): StoreCommand =>
  async (context) => {
    const { stores, config, appRuns, signal } = context
    if (appRuns === true) return fail('Pathlight runs on this installation. Stop it, then read the archive.')
    const closedAccounts = closedAccountsIn(
      config.CLOSED_ACCOUNTS ?? join(resolve(config.DATA_DIR), 'closed-accounts.txt'),
    )
    const began = performance.now()
    const { before, closedSince } = await withBar('reading', (onProgress) =>
      readArchive({ file: resolve(file), archive, stores, closedAccounts, onProgress, signal }),
    )
    await makeReadModels(context)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    if (before) say('This archive was read before: nothing of it was read again.')
    else say(provenance(archive))
    if (!before) say('Everybody is signed out, and links that were mailed work no more: people log in again.')
    say(`${count(archive.counts.get('events') ?? 0)} events are here, and read models of them, in ${seconds} s.`)
    if (closedSince > 0) say(`${count(closedSince)} accounts were closed after the archive: they are closed again.`)
    return DONE
  }

const checkAndRead = async (file: string, mayBeUnsigned: boolean): Promise<number> => {
  const config = readConfig(process.env)
  const check = (signer: Signer | null) =>
    withBar('verifying', (onProgress) => checkArchive(resolve(file), { onProgress, signer }))
  let archive = await check(signerHere(config))
  // This installation has no master key, or another one than the archive's. So the key in the archive checks the
  // signature.
  if (archive.proof === 'unproved' && archive.header.masterKey !== undefined)
    archive = await check(signerIn(archive.header))
  if (archive.proof === 'unsigned' && !mayBeUnsigned)
    return fail(
      `${file} is not signed, for an older Pathlight wrote it: whoever had this file could have given themselves an account in it, or made themselves an admin. If it was in your hands only, read it with --unsigned. Nothing was read.`,
    )
  if (config.stores.profile === 'cluster' && archive.beginLater.size > 0)
    return fail(
      `${archive.beginLater.keys().next().value} does not begin with its first event: EventStoreDB cannot number it as it was. Read this archive into PostgreSQL.`,
    )
  await settleMasterKey(config, archive)
  return onStores(read(file, archive), { mayBeNew: true, takeKeyWhereEmpty: true })
}

/** The value of an option (undefined: the option is not given), and the arguments without the option and its value. */
const optionOf = (args: readonly string[], name: string): [value: string | undefined, others: string[]] => {
  const at = args.indexOf(name)
  return at < 0 ? [undefined, [...args]] : [args[at + 1] ?? '', args.filter((_, nth) => nth !== at && nth !== at + 1)]
}

/** The command for arguments such as `write [FOLDER] --every 24h --keep 7`; null: the arguments are invalid. */
const planOf = (args: readonly string[]): (() => Promise<number>) | null => {
  const [every = '', withoutEvery] = optionOf(args, '--every')
  const [kept = String(KEEP), [command, folder = null, ...more]] = optionOf(withoutEvery, '--keep')
  const [everyMs, keep] = [every === 'off' ? null : readEvery(every), readKeep(kept)]
  if (command !== 'write' || folder?.startsWith('-') || more.length > 0) return null
  if (keep === null || (everyMs === null && every !== 'off')) return null
  return () => onStores(plan(everyMs, folder, keep))
}

await runCommand(HELP, (args) => {
  if (args.includes('--every') || args.includes('--keep')) return planOf(args)
  const withMasterKey = args.includes('--with-master-key')
  const mayBeUnsigned = args.includes('--unsigned')
  const [command, file, ...more] = args.filter((arg) => arg !== '--with-master-key' && arg !== '--unsigned')
  if (file === undefined || file.startsWith('-') || more.length > 0) return null
  if (command === 'write' && !mayBeUnsigned) return () => onStores(write(file, withMasterKey))
  if (withMasterKey || (mayBeUnsigned && command !== 'read')) return null
  if (command === 'verify') return () => verify(file)
  return command === 'read' ? () => checkAndRead(file, mayBeUnsigned) : null
})
