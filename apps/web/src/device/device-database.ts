import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { type Device, OLDER, type OlderDatabase } from './device-form.ts'

// The IndexedDB data of this device. Pages, the texts worker and the service worker share it. No other module opens
// this database.

const DATABASE = 'pathlight'
/** Version 1 had only the store `work`. */
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
      // Another page or a worker upgrades or deletes the database, so this connection closes. The next `reach` opens
      // the database again.
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
    // A VersionError means that the database has the schema of a newer version of the app. Its stores can still be
    // used. After any other error the database may have been in deletion, so it is opened again.
    return openAs(isNewer ? undefined : VERSION)
  }
}

/** Copies an older build's database, unless it was copied before. The code for that is loaded only if it is needed. */
const takenOver = async (db: IDBPDatabase<Device>, name: OlderDatabase): Promise<void> => {
  if (!db.objectStoreNames.contains('older') || (await db.get('older', name)) !== true) return
  const { takeOver } = await import('./older-databases.ts')
  await takeOver(db, name)
}

/**
 * A connection to the database. It is opened when first needed, and again after a loss. `onLost` is called after a
 * loss.
 */
export const connectDevice = (onLost: () => void = () => undefined) => {
  let database: Promise<IDBPDatabase<Device>> | null = null
  let taken: Promise<void> | null = null
  const forget = () => {
    database = null
    // The copying may wait forever for the lost connection, so the next connection begins it again.
    taken = null
  }
  return {
    /**
     * The open database. `older` names an older build's database that is taken over first. Rejects if the browser
     * refuses a connection.
     */
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
        // If the copying fails, everything else can still be read and written. The next connection copies the older
        // data.
        taken ??= takenOver(db, older).catch(() => undefined)
        await taken
      }
      return db
    },
    /** Makes the next `reach` open another connection. */
    forget,
    close: async (): Promise<void> => {
      const closed = database
      forget()
      ;(await closed?.catch(() => null))?.close()
    },
  }
}

/**
 * Deletes a database of an older build. Never rejects, because a log-out calls this, and a browser may refuse
 * IndexedDB.
 */
export const dropOlder = async (name: OlderDatabase | 'workbox-expiration'): Promise<void> => {
  try {
    await deleteDB(name)
  } catch {
    // The database could not be deleted. A later call tries again.
  }
}
