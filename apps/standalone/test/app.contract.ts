import type { AppUnderTest } from './app-under-test.contract.ts'
import { accessContract } from './calls/access.contract.ts'
import { refusedReadsContract } from './calls/refused-reads.contract.ts'
import { refusedWritesContract } from './calls/refused-writes.contract.ts'
import { anyHistoryContract } from './items/any-history.contract.ts'
import { exportContract } from './items/export.contract.ts'
import { historyContract } from './items/history.contract.ts'
import { importContract } from './items/import.contract.ts'
import { importAppsContract } from './items/import-apps.contract.ts'
import { importHostileContract } from './items/import-hostile.contract.ts'
import { listsContract } from './items/lists.contract.ts'
import { longHistoryContract } from './items/long-history.contract.ts'
import { longListsContract } from './items/long-lists.contract.ts'
import { notesContract } from './items/notes.contract.ts'
import { syncContract } from './items/sync.contract.ts'
import { tagsContract } from './items/tags.contract.ts'
import { writingContract } from './items/writing.contract.ts'
import { TESTED } from './kinds/tested-kinds.contract.ts'
import { accountsContract } from './people/accounts.contract.ts'
import { auditContract } from './people/audit.contract.ts'
import { backupsContract } from './people/backups.contract.ts'
import { closedAccountContract } from './people/closed-account.contract.ts'
import { handledAccountsContract } from './people/handled-accounts.contract.ts'
import { sharesContract } from './people/shares.contract.ts'
import { systemContract } from './people/system.contract.ts'
import { tokensContract } from './people/tokens.contract.ts'
import { unalteredLogContract } from './people/unaltered-log.contract.ts'
import { waysInContract } from './people/ways-in.contract.ts'

type Contract = (running: () => AppUnderTest) => void

/**
 * The tests of the app's HTTP calls, by topic. Each topic has a test file on PostgreSQL (`postgres-*.test.ts`) and one
 * on the cluster's stores (`cluster-*.whole.test.ts`). Each file has an app and a database of its own, so topics can
 * run side by side.
 */
export const TOPICS = {
  kinds: [
    ...Object.values(TESTED).flatMap(({ alone }) => alone ?? []),
    ...[listsContract, writingContract, tagsContract],
  ],
  history: [historyContract, anyHistoryContract, syncContract],
  transfer: [exportContract, importContract, importAppsContract, importHostileContract],
  accounts: [
    ...[accountsContract, closedAccountContract, handledAccountsContract, waysInContract],
    ...[tokensContract, sharesContract],
  ],
  // The backup tests come before the system tests, which run the waiting jobs that the backup tests need.
  admins: [accessContract, auditContract, backupsContract, systemContract, unalteredLogContract],
  refusals: [refusedReadsContract, refusedWritesContract],
  'long lists': [longListsContract, longHistoryContract],
} as const satisfies Readonly<Record<string, readonly Contract[]>>

export type Topic = keyof typeof TOPICS

/** The sample for the cluster's stores in `npm test`. `npm run test:whole` runs all topics on these stores. */
export const SAMPLE: readonly Contract[] = [notesContract, syncContract]

/** A sample for the gateway: SAMPLE, and the access of each caller to each call. */
export const SAMPLE_OF_CALLS: readonly Contract[] = [...SAMPLE, accessContract]
