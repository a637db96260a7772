import { connectDevice, dropOlder } from './device-database.ts'
import { OLDER } from './device-form.ts'
import { takeOver } from './older-databases.ts'

/** Copies the databases of older builds, and deletes each database of which nothing remains to be copied. */
export const replaceOlder = async (): Promise<void> => {
  for (const name of OLDER) {
    const db = await connectDevice().reach()
    await takeOver(db, name)
    if ((await db.get('older', name)) === undefined) void dropOlder(name)
    db.close()
  }
  // In this database the service workers of older builds noted when they stored each answer about a text.
  void dropOlder('workbox-expiration')
}
