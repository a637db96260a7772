import type { IDBPTransaction, StoreNames } from 'idb'
import { connectDevice } from './device-database.ts'
import type { Device } from './device-form.ts'
import { NO_ANSWER, within } from './within.ts'

// How what the server has too is read and written on this device: what is lost of it can be had again.

type Stores = readonly StoreNames<Device>[]
type Transaction<Names extends Stores, Mode extends IDBTransactionMode> = IDBPTransaction<Device, [...Names], Mode>

const device = connectDevice()

/** The database has so long to answer, which takes it some milliseconds. */
const ANSWERS_WITHIN_MS = 2_000

/** Transactions that are not over. */
const underWay = new Set<Pick<IDBTransaction, 'abort'>>()
/**
 * A page that is left gives up what it has begun. WebKit keeps such a page, standing still, for the way back, and with it its
 * transaction: no other page would get an answer of this database any more.
 */
const giveUpWhenLeft = (): void => {
  for (const transaction of underWay)
    try {
      transaction.abort()
    } catch {
      // It was over already.
    }
}
globalThis.addEventListener?.('pagehide', giveUpWhenLeft)

/** All that `work` does to these stores, or nothing of it. Rejects where the browser refuses it. */
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
 * The same for what takes the database some milliseconds. WebKit with much to do has left a page without an answer for good: then it is
 * asked once more over another connection. Rejects also where it does not answer then either.
 */
export const transactInTime: typeof transact = async (stores, mode, work) => {
  const first = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (first !== NO_ANSWER) return first
  device.forget()
  const second = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (second === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return second
}
