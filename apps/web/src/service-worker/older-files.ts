import { CacheExpiration } from 'workbox-expiration'

/** The app's scripts and styles, as other builds before this one had them. */
export const OLDER = 'older-builds'
/** About five builds. */
const MOST_OLDER_FILES = 1_500

/**
 * Keeps the files of the build that this one follows: Workbox drops them when this worker takes over. The server has them no
 * more. A tab of that build is still open somewhere, and asks for a part of the app that it did not need before. `app`: the
 * addresses of this build's files. `kept`: the name of the cache that has those of both builds. Of all older files `most` stay.
 */
export const keepOlderFiles = async (
  app: readonly string[],
  kept: string,
  most: number = MOST_OLDER_FILES,
): Promise<void> => {
  const own = new Set(app.map((address) => new URL(address, self.location.href).pathname))
  const both = await caches.open(kept)
  const older = await caches.open(OLDER)
  const limit = new CacheExpiration(OLDER, { maxEntries: most })
  for (const request of await both.keys()) {
    const { pathname } = new URL(request.url)
    if (own.has(pathname) || !pathname.startsWith('/assets/')) continue
    const file = await both.match(request)
    if (file) await older.put(request, file)
    await limit.updateTimestamp(request.url)
  }
  await limit.expireEntries()
}
