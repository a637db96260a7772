import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemReport } from '@pathlight/contracts/system.ts'
import { NAMED_MOST, type SystemHint } from '@pathlight/contracts/system-rules.ts'
import { parkedStreams } from '@pathlight/read-models/parked-streams.ts'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import { whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { plannedArchives } from '@pathlight/runtime/archive-job.ts'
import type { Config } from '@pathlight/runtime/config.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { isBackedUp } from '@pathlight/runtime/is-backed-up.ts'
import type { KeptMessages } from '@pathlight/runtime/kept-messages.ts'
import { readinessOf, storeStates } from '@pathlight/runtime/observe.ts'
import pTimeout from 'p-timeout'
import pathlight from '../../../../package.json' with { type: 'json' }

const HOUR_MS = 60 * 60 * 1000
const WITHIN_MS = 2_000

/** The result of the work; null: it failed, or took longer than WITHIN_MS. */
const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  pTimeout<T | null, null>(
    work.catch(() => null),
    { milliseconds: WITHIN_MS, fallback: () => null },
  )

/** Host names of this machine that no other machine can use. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i

type Settings = Pick<Config, 'SMTP_URL' | 'PUBLIC_URL' | 'HOST' | 'stores'>

/** Hints about settings that an operator should change. */
const settingsHints = ({ SMTP_URL, PUBLIC_URL, HOST }: Settings): SystemHint[] => {
  const isPlain = PUBLIC_URL === undefined ? !LOOPBACK.test(HOST) : isPlainElsewhere(new URL(PUBLIC_URL))
  return [...(SMTP_URL === undefined ? ['no_smtp' as const] : []), ...(isPlain ? ['http_without_tls' as const] : [])]
}
const isPlainElsewhere = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !LOOPBACK.test(hostname)

export type Installation = { readonly dataDir: string; readonly settings: Settings }

/** Makes the report for admins. Each call asks the stores, the disk and the projector. */
export const systemReportOf = (
  stores: Stores,
  projector: RunningProjections,
  kept: Pick<KeptMessages, 'count'>,
  installation: Installation,
): (() => Promise<SystemReport>) => {
  const startedAt = new Date().toISOString()
  const { dataDir, settings } = installation
  const ready = readinessOf(stores, projector)
  const ofSettings = settingsHints(settings)

  const sizeOf = async (store: string) => {
    const size = stores.sizes[store]
    return size === undefined ? null : orNull(size())
  }
  const storesNow = async (): Promise<SystemReport['stores']> =>
    Promise.all(
      (await storeStates(stores)).map(async ({ store, state }) => {
        return { name: store, state, size: state === 'away' ? null : await sizeOf(store) }
      }),
    )
  const folder = async (): Promise<SystemReport['folder']> => {
    const [bibles, disk] = await Promise.all([orNull(stat(join(dataDir, 'bibles.sqlite'))), orNull(statfs(dataDir))])
    return { bibles: bibles?.size ?? null, free: disk === null ? null : disk.bavail * disk.bsize }
  }
  const parked = async (): Promise<SystemReport['parked']> => {
    const all = await parkedStreams(stores.readModels, whatIsRead(await stores.readModels.checkpoints()).values())
    return all
      .slice(0, NAMED_MOST)
      .map(({ projection, stream, eventType, since }) => ({ readModel: projection, stream, event: eventType, since }))
  }
  const jobs = async (): Promise<SystemReport['jobs']> => {
    const [failed, latest] = await Promise.all([stores.jobs.failed(), stores.jobs.failedJobs(NAMED_MOST)])
    return { failed, latest: [...latest] }
  }

  return async () => {
    const [now, all, room, projections, streams, failed, messagesKept, written, planned] = await Promise.all([
      ready(),
      storesNow(),
      folder(),
      projector.status(),
      orNull(parked()),
      orNull(jobs()),
      kept.count(),
      orNull(stores.archives.lastWritten()),
      orNull(plannedArchives(stores.jobs)),
    ])
    const lastBackup = written === null ? null : { at: written.writtenAt, name: written.name }
    return {
      version: {
        pathlight: pathlight.version,
        node: process.versions.node,
        profile: settings.stores.profile,
        startedAt,
      },
      ready: now.ready,
      stores: all,
      folder: room,
      readModels: projections.map(({ projection, state, lag, rebuilding, parked }) => ({
        name: projection,
        state,
        lag: lag === null ? null : String(lag),
        rebuilding: rebuilding !== null,
        parked,
      })),
      parked: streams ?? [],
      jobs: failed ?? { failed: null, latest: [] },
      messagesKept,
      lastBackup,
      plannedBackups: planned && { everyHours: Math.round(planned.everyMs / HOUR_MS), keep: planned.keep },
      hints: [...ofSettings, ...(isBackedUp(written, Date.now()) ? [] : ['no_backup' as const])],
    }
  }
}
