import type { IDBPTransaction, StoreNames } from 'idb'
import { connectDevice } from './device-database.ts'
import type { Device } from './device-form.ts'
import { NO_ANSWER, within } from './within.ts'

// Transactions on this device's copies of data. The server has the data too, so the loss of a copy does no harm.

type Stores = readonly StoreNames<Device>[]
type Transaction<Names extends Stores, Mode extends IDBTransactionMode> = IDBPTransaction<Device, [...Names], Mode>

const device = connectDevice()

/** The longest wait for an answer of the database, in milliseconds. An answer usually takes some milliseconds. */
const ANSWERS_WITHIN_MS = 2_000

const underWay = new Set<Pick<IDBTransaction, 'abort'>>()
/**
 * Aborts the transactions of a page that the person leaves. WebKit keeps such a page suspended for going back. Its open
 * transactions would block the database for all other pages.
 */
const giveUpWhenLeft = (): void => {
  for (const transaction of underWay)
    try {
      transaction.abort()
    } catch {
      // The transaction had already ended.
    }
}
globalThis.addEventListener?.('pagehide', giveUpWhenLeft)

/** Runs `work` on these stores in one transaction. Rejects if the browser refuses. */
export const transact = async <Names extends Stores, Mode extends IDBTransactionMode, T>(
  stores: readonly [...Names],
  mode: Mode,
  work: (transaction: Transaction<Names, Mode>) => Promise<T>,
): Promise<T> => {
  const db = await device.reach('pathlight-seen')
  const transaction = db.transaction([...stores] as [...Names], mode)
  underWay.add(transaction)
  const end = () => void underWay.delete(transaction)
  transaction.done.then(end, end)
  const [answer] = await Promise.all([work(transaction), transaction.done])
  return answer
}

/**
 * `transact` with a time limit. WebKit under load may never answer, so the work is tried once more over another
 * connection. Rejects if that connection does not answer either.
 */
export const transactInTime: typeof transact = async (stores, mode, work) => {
  const first = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (first !== NO_ANSWER) return first
  device.forget()
  const second = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (second === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return second
}
