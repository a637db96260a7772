import { connectDevice, dropOlder } from './device-database.ts'
import { OLDER } from './device-form.ts'
import { takeOver } from './older-databases.ts'

/** Takes over the databases of older builds, and deletes each that is taken over or not needed any more. */
export const replaceOlder = async (): Promise<void> => {
  for (const name of OLDER) {
    const db = await connectDevice().reach()
    await takeOver(db, name)
    if ((await db.get('older', name)) === undefined) void dropOlder(name)
    db.close()
  }
  // Here the service workers of older builds noted when they stored each answer about a text.
  void dropOlder('workbox-expiration')
}
