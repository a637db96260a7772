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
import { importHostileContract } from './items/import-hostile.contract.ts'
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

/** What people keep: all of it is asked for over HTTP, of one process or of many. */
export const keptOverHttpContract = (running: () => AppUnderTest): void => {
  notesContract(running)
  highlightsContract(running)
  sermonsContract(running)
  bookmarksContract(running)
  historyContract(running)
  syncContract(running)
  exportContract(running)
  writingContract(running)
}

/** What people keep, where the tests do by hand what the worker does elsewhere, or put into the log what no call puts there. */
export const keptByHandContract = (running: () => AppUnderTest): void => {
  anyHistoryContract(running)
  longHistoryContract(running)
  importContract(running)
  importAppsContract(running)
  importHostileContract(running)
}

/** What people keep. */
export const itemsContract = (running: () => AppUnderTest): void => {
  keptOverHttpContract(running)
  keptByHandContract(running)
}

/** Who may do what, over HTTP. `accountsContract` is a part of it that looks into one process, too. */
export const peopleOverHttpContract = (running: () => AppUnderTest): void => {
  accessContract(running)
  auditContract(running)
}

/** Who may do what, where the tests do by hand what the worker does elsewhere. */
export const peopleByHandContract = (running: () => AppUnderTest): void => {
  accountsContract(running)
  closedAccountContract(running)
  handledAccountsContract(running)
  systemContract(running)
  unalteredLogContract(running)
}

/** Who may do what. */
export const peopleContract = (running: () => AppUnderTest): void => {
  peopleOverHttpContract(running)
  peopleByHandContract(running)
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
