import { z } from 'zod'
import { READ_MODEL_STATES, SIZES_OF, STORE_STATES, SYSTEM_HINTS } from './system-rules.ts'

const bytes = z.int().min(0)
const count = z.int().min(0)
/** Positions and revisions may be larger than JSON's numbers: they are decimal numbers as text. */
const position = z.string().regex(/^\d+$/)

/** GET /api/admin/system: how this Pathlight is. What a store or a disk does not say within two seconds is null. */
export const systemReport = z.object({
  version: z.object({
    pathlight: z.string(),
    node: z.string(),
    /** embedded: one embedded PostgreSQL; postgres: DATABASE_URL; cluster: EventStoreDB, MongoDB, Redis. */
    profile: z.enum(['embedded', 'postgres', 'cluster']),
    startedAt: z.iso.datetime(),
  }),
  /** Whether GET /api/ready says so. */
  ready: z.boolean(),
  stores: z.array(
    z.object({
      name: z.string(),
      state: z.enum(STORE_STATES),
      size: z.object({ bytes, of: z.enum(SIZES_OF) }).nullable(),
    }),
  ),
  /** The folder with the Bible texts and all that is kept beside the stores; `free`: on its disk. */
  folder: z.object({ bibles: bytes.nullable(), free: bytes.nullable() }),
  readModels: z.array(
    z.object({
      name: z.string(),
      state: z.enum(READ_MODEL_STATES),
      /** Positions of the log that it does not have yet; null: the log does not say where it ends. */
      lag: position.nullable(),
      rebuilding: z.boolean(),
      parked: count,
    }),
  ),
  /** The first of them. Of the error only the operator is told: it may have a person's words. */
  parked: z.array(z.object({ readModel: z.string(), stream: z.string(), event: z.string(), since: z.iso.datetime() })),
  jobs: z.object({
    /** How many failed for good in the last 30 days; null: their store does not say. */
    failed: count.nullable(),
    latest: z.array(
      z.object({ id: z.string(), name: z.string(), tries: count, failedAt: z.iso.datetime().nullable() }),
    ),
  }),
  /** Messages of the contact form that wait in the data folder because they could not be mailed. */
  messagesKept: count,
  /** The archive that was written last, and is known of here. */
  lastBackup: z.object({ at: z.iso.datetime(), name: z.string() }).nullable(),
  /** Archives that are written by themselves; null: none are planned. */
  plannedBackups: z.object({ everyHours: count, keep: count }).nullable(),
  hints: z.array(z.enum(SYSTEM_HINTS)),
})
export type SystemReport = z.infer<typeof systemReport>

/** POST /api/admin/jobs/{job}/again: has a job that failed for good worked on again. DELETE /api/admin/jobs/{job} removes it. */
export const failedJobParams = z.object({ job: z.string().min(1).max(2_000) })
