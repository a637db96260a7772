import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { ImportStore } from '@pathlight/identity/identity.ts'
import type { CommandUnderTest } from '../command-under-test.contract.ts'
import { kinds } from '../kinds.ts'
import { createQuota } from '../quota.ts'
import { createImporter, type Importer } from './importer.ts'

const MANY = 1_000_000

/** An importer on a test's stores, without Bible texts. All limits but `megabytesADay` are too high to matter. */
export const importerUnderTest = (
  { identity, log }: CommandUnderTest,
  {
    onLog = log,
    store = identity,
    megabytesADay = MANY,
    tags = new Set<string>(),
    knowsVersion = () => true,
  }: {
    readonly onLog?: EventLog
    readonly store?: ImportStore
    readonly megabytesADay?: number
    /** The keys of the tags that every person has already. */
    readonly tags?: ReadonlySet<string>
    readonly knowsVersion?: (code: string) => boolean
  } = {},
): Importer => {
  const limits = { writesAMinute: 1_000, megabytesADay, megabytes: MANY, items: MANY, revisions: MANY }
  const counting = { countItems: async () => 0, catchUp: async () => true, tagsOf: async () => tags }
  return createImporter({
    log: onLog,
    kinds,
    texts: { knowsVersion, verseText: () => null, versesBetween: () => [] },
    versificationOf: () => 'eng',
    store,
    identity,
    keys: { keyOf: async () => new Uint8Array(32).fill(1) },
    quota: createQuota({ limits, rateLimitStore: null, identity, ...counting }),
    isLocked: async () => false,
    catchUp: async () => undefined,
    maxBytes: MANY * MANY,
  })
}
