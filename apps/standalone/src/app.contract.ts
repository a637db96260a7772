import { accessContract } from './access.contract.ts'
import { accountsContract } from './accounts.contract.ts'
import type { AppUnderTest } from './app-under-test.contract.ts'
import { bookmarksContract } from './bookmarks.contract.ts'
import { closedAccountContract } from './closed-account.contract.ts'
import { highlightsContract } from './highlights.contract.ts'
import { listsContract } from './lists.contract.ts'
import { longListsContract } from './long-lists.contract.ts'
import { notesContract } from './notes.contract.ts'
import { refusedReadsContract } from './refused-reads.contract.ts'
import { refusedWritesContract } from './refused-writes.contract.ts'
import { sermonsContract } from './sermons.contract.ts'

// What the app promises over HTTP, by topic. On the cluster's stores each topic is a file with an app and a database of its own: a
// stand-in for MongoDB looks through all that is in a collection, so that what one topic wrote made each test of the next slower.

/** What people keep. */
export const itemsContract = (running: () => AppUnderTest): void => {
  notesContract(running)
  highlightsContract(running)
  sermonsContract(running)
  bookmarksContract(running)
}

/** Who may do what. */
export const peopleContract = (running: () => AppUnderTest): void => {
  accountsContract(running)
  accessContract(running)
  closedAccountContract(running)
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
