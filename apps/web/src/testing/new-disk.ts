import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** What a device has of IndexedDB, in memory: nothing at first. */
export const newDisk = (): IDBFactory => new IDBFactory()
