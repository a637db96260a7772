import { type IDBPDatabase, openDB } from 'idb'
import type { Device, OlderDatabase } from './device-form.ts'
import { dropOlder, OLDER, takeOver } from './older-databases.ts'

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
    // It has the form of a newer version of the app. What that one still has of ours can be read and written.
    if (error instanceof DOMException && error.name === 'VersionError') return openAs()
    throw error
  }
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
        taken ??= takeOver(db, older)
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

/** Takes over what older builds kept, where that is still to be done, and deletes it there. */
export const replaceOlder = async (): Promise<void> => {
  for (const name of OLDER) {
    const db = await connectDevice().reach(name)
    if ((await db.get('older', name)) === undefined) void dropOlder(name)
    db.close()
  }
}
