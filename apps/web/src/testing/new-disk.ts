import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** An empty IndexedDB in memory, as on a new device. */
export const newDisk = (): IDBFactory => new IDBFactory()
