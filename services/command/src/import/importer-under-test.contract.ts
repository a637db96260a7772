import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { CommandUnderTest } from '../command-under-test.contract.ts'
import { kinds } from '../kinds.ts'
import { createQuota } from '../quota.ts'
import { createImporter, type Importer } from './importer.ts'

const MANY = 1_000_000

/** An importer without limits, on the stores of a test. No text is here. The test closes it. */
export const importerUnderTest = ({ identity, log }: CommandUnderTest, onLog: EventLog = log): Importer => {
  const limits = { writesAMinute: MANY, megabytesADay: MANY, megabytes: MANY, items: MANY, revisions: MANY }
  const counting = { countItems: async () => 0, catchUp: async () => true }
  return createImporter({
    log: onLog,
    kinds,
    texts: { knowsVersion: () => true, verseText: () => null },
    versificationOf: () => 'eng',
    store: identity,
    keys: { keyOf: async () => new Uint8Array(32).fill(1) },
    quota: createQuota({ limits, rateLimitStore: null, identity, ...counting }),
    isLocked: async () => false,
    catchUp: async () => undefined,
    maxBytes: MANY,
  })
}
