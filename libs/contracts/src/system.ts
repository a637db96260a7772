import { z } from 'zod'
import { READ_MODEL_STATES, SIZES_OF, STORE_STATES, SYSTEM_HINTS } from './system-rules.ts'

const bytes = z.int().min(0)
const count = z.int().min(0)
/** Positions and revisions can exceed JSON's numbers, so they are decimal numbers as text. */
const position = z.string().regex(/^\d+$/)

/**
 * GET /api/admin/system: the state of this installation. A value is null if its store or disk fails, or does not answer
 * within two seconds.
 */
export const systemReport = z.object({
  version: z.object({
    pathlight: z.string(),
    node: z.string(),
    /** embedded: one embedded PostgreSQL; postgres: DATABASE_URL; cluster: EventStoreDB, MongoDB, Redis. */
    profile: z.enum(['embedded', 'postgres', 'cluster']),
    startedAt: z.iso.datetime(),
  }),
  /** Whether GET /api/ready answers that it is ready. */
  ready: z.boolean(),
  stores: z.array(
    z.object({
      name: z.string(),
      state: z.enum(STORE_STATES),
      size: z.object({ bytes, of: z.enum(SIZES_OF) }).nullable(),
    }),
  ),
  /** The data folder. `bibles`: the size of the Bible library. `free`: the free space on the folder's disk. */
  folder: z.object({ bibles: bytes.nullable(), free: bytes.nullable() }),
  readModels: z.array(
    z.object({
      name: z.string(),
      state: z.enum(READ_MODEL_STATES),
      /** The number of log positions that the read model has not processed, or null if the log does not answer. */
      lag: position.nullable(),
      rebuilding: z.boolean(),
      parked: count,
    }),
  ),
  /**
   * The first parked streams, at most NAMED_MOST. Only the operator sees the error, because it may contain a person's
   * words.
   */
  parked: z.array(z.object({ readModel: z.string(), stream: z.string(), event: z.string(), since: z.iso.datetime() })),
  jobs: z.object({
    /**
     * The number of jobs that failed for good in the last 30 days, 1,000 at most. Null if the store of the jobs does
     * not answer.
     */
    failed: count.nullable(),
    latest: z.array(
      z.object({ id: z.string(), name: z.string(), tries: count, failedAt: z.iso.datetime().nullable() }),
    ),
  }),
  /** Messages of the contact form that are in the data folder because the mail server did not take them. */
  messagesKept: count,
  /** The newest archive of this installation. Null if there is none. */
  lastBackup: z.object({ at: z.iso.datetime(), name: z.string() }).nullable(),
  /** The schedule of archives, or null if there is none. */
  plannedBackups: z.object({ everyHours: count, keep: count }).nullable(),
  hints: z.array(z.enum(SYSTEM_HINTS)),
})
export type SystemReport = z.infer<typeof systemReport>

/** POST /api/admin/jobs/{job}/again: runs a job again that failed for good. DELETE /api/admin/jobs/{job} removes it. */
export const failedJobParams = z.object({ job: z.string().min(1).max(2_000) })
