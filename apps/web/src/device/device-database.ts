import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { type Device, OLDER, type OlderDatabase } from './device-form.ts'

// All that this device keeps in IndexedDB. Nothing else opens one. The pages, the worker of texts and the service worker share it.

const DATABASE = 'pathlight'
/** 1: had `work` alone. */
const VERSION = 2
const PLAIN = ['work', 'answers', 'kept', 'begun', 'parts', 'chapters', 'indexes', 'older'] as const

const open = async (onLost: () => void): Promise<IDBPDatabase<Device>> => {
  const openAs = (version?: number) =>
    openDB<Device>(DATABASE, version, {
      upgrade: async (db, _before, _now, transaction) => {
        for (const store of PLAIN) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
        if (db.objectStoreNames.contains('items')) return
        db.createObjectStore('items').createIndex('on', 'on', { multiEntry: true })
        for (const name of OLDER) void transaction.objectStore('older').put(true, name)
      },
      // A newer version of the app wants another form of it: this page opens it again in that form.
      blocking: (_now, _wanted, event) => {
        ;(event.target as IDBDatabase).close()
        onLost()
      },
      terminated: onLost,
    })
  try {
    return await openAs(VERSION)
  } catch (error) {
    const isNewer = error instanceof DOMException && error.name === 'VersionError'
    // It has the form of a newer version of the app: what that one still has of ours can be read and written. Or it is being cleared just now.
    return openAs(isNewer ? undefined : VERSION)
  }
}

/** What takes over an older build's databases is loaded where there is one. */
const takenOver = async (db: IDBPDatabase<Device>, name: OlderDatabase): Promise<void> => {
  if (!db.objectStoreNames.contains('older') || (await db.get('older', name)) !== true) return
  const { takeOver } = await import('./older-databases.ts')
  await takeOver(db, name)
}

/** A connection to it, opened when it is first asked for, and anew after it was lost. `onLost`: it was taken away meanwhile. */
export const connectDevice = (onLost: () => void = () => undefined) => {
  let database: Promise<IDBPDatabase<Device>> | null = null
  let taken: Promise<void> | null = null
  const forget = () => {
    database = null
  }
  return {
    /** Rejects where the browser refuses one. `older`: what an older build kept there is in it. */
    reach: async (older?: OlderDatabase): Promise<IDBPDatabase<Device>> => {
      database ??= open(() => {
        forget()
        onLost()
      }).catch((error: unknown) => {
        forget()
        throw error
      })
      const db = await database
      if (older) {
        taken ??= takenOver(db, older)
        await taken
      }
      return db
    },
    /** The next one to ask opens another one. */
    forget,
    close: async (): Promise<void> => {
      const closed = database
      forget()
      ;(await closed?.catch(() => null))?.close()
    },
  }
}

/** Deletes one that was taken over, or that a page of an older build has begun anew since. */
export const dropOlder = (name: OlderDatabase): Promise<void> => deleteDB(name).catch(() => undefined)
