import type { IDBPTransaction, StoreNames } from 'idb'
import { connectDevice } from './device-database.ts'
import type { Device } from './device-form.ts'
import { NO_ANSWER, within } from './within.ts'

// Access to data on this device that the server also has, so that a loss does no harm.

type Stores = readonly StoreNames<Device>[]
type Transaction<Names extends Stores, Mode extends IDBTransactionMode> = IDBPTransaction<Device, [...Names], Mode>

const device = connectDevice()

/** The time for an answer of the database, which usually takes some milliseconds. */
const ANSWERS_WITHIN_MS = 2_000

/** Open transactions. */
const underWay = new Set<Pick<IDBTransaction, 'abort'>>()
/**
 * A page that is left aborts its transactions. WebKit keeps such a page suspended for the way back, with its open transaction, and
 * then no other page would get an answer of this database.
 */
const giveUpWhenLeft = (): void => {
  for (const transaction of underWay)
    try {
      transaction.abort()
    } catch {
      // It had ended already.
    }
}
globalThis.addEventListener?.('pagehide', giveUpWhenLeft)

/** Runs `work` on these stores, completely or not at all. Rejects if the browser refuses it. */
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
 * `transact` with a time limit. WebKit under load has left a page without any answer, so the work is tried once more over another
 * connection. Rejects if that does not answer either.
 */
export const transactInTime: typeof transact = async (stores, mode, work) => {
  const first = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (first !== NO_ANSWER) return first
  device.forget()
  const second = await within(ANSWERS_WITHIN_MS, transact(stores, mode, work))
  if (second === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return second
}
