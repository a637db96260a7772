import type { AppUnderTest } from './app-under-test.contract.ts'
import { accessContract } from './calls/access.contract.ts'
import { refusedReadsContract } from './calls/refused-reads.contract.ts'
import { refusedWritesContract } from './calls/refused-writes.contract.ts'
import { anyHistoryContract } from './items/any-history.contract.ts'
import { bookmarksContract } from './items/bookmarks.contract.ts'
import { exportContract } from './items/export.contract.ts'
import { highlightsContract } from './items/highlights.contract.ts'
import { historyContract } from './items/history.contract.ts'
import { importContract } from './items/import.contract.ts'
import { importAppsContract } from './items/import-apps.contract.ts'
import { listsContract } from './items/lists.contract.ts'
import { longHistoryContract } from './items/long-history.contract.ts'
import { longListsContract } from './items/long-lists.contract.ts'
import { notesContract } from './items/notes.contract.ts'
import { sermonsContract } from './items/sermons.contract.ts'
import { syncContract } from './items/sync.contract.ts'
import { writingContract } from './items/writing.contract.ts'
import { accountsContract } from './people/accounts.contract.ts'
import { auditContract } from './people/audit.contract.ts'
import { closedAccountContract } from './people/closed-account.contract.ts'
import { handledAccountsContract } from './people/handled-accounts.contract.ts'
import { systemContract } from './people/system.contract.ts'
import { unalteredLogContract } from './people/unaltered-log.contract.ts'

// What the app promises over HTTP, by topic. On the cluster's stores each topic is a file with an app and a database of
// its own. A stand-in for MongoDB looks through all that is in a collection: what one topic wrote made each test of the
// next slower.

/** What people keep. */
export const itemsContract = (running: () => AppUnderTest): void => {
  notesContract(running)
  highlightsContract(running)
  sermonsContract(running)
  bookmarksContract(running)
  historyContract(running)
  anyHistoryContract(running)
  longHistoryContract(running)
  syncContract(running)
  exportContract(running)
  importContract(running)
  importAppsContract(running)
  writingContract(running)
}

/** Who may do what. */
export const peopleContract = (running: () => AppUnderTest): void => {
  accountsContract(running)
  accessContract(running)
  closedAccountContract(running)
  handledAccountsContract(running)
  auditContract(running)
  systemContract(running)
  unalteredLogContract(running)
}

/** What is refused, and how. */
export const refusalsContract = (running: () => AppUnderTest): void => {
  refusedReadsContract(running)
  refusedWritesContract(running)
}

/** Lists, and what is too long for one answer. */
export const manyItemsContract = (running: () => AppUnderTest): void => {
  listsContract(running)
  longListsContract(running)
}
