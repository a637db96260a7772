import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** An empty IndexedDB in memory, as a new device has it. */
export const newDisk = (): IDBFactory => new IDBFactory()
