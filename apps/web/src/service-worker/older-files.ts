import { keepAtMost } from './keep-at-most.ts'

/** The cache with the files of earlier builds. */
export const OLDER = 'older-builds'
/** The most files of earlier builds in the cache: about five builds. */
const MOST_OLDER_FILES = 1_500

/**
 * Saves the files of the previous build in another cache before Workbox deletes them. An open tab of that build may
 * still need a part of the app, and the server no longer has it. `app`: the addresses of this build's files. `kept`:
 * the name of the cache with both builds' files. `most`: the most older files to keep.
 */
export const keepOlderFiles = async (
  app: readonly string[],
  kept: string,
  most: number = MOST_OLDER_FILES,
): Promise<void> => {
  const own = new Set(app.map((address) => new URL(address, self.location.href).pathname))
  const both = await caches.open(kept)
  const older = await caches.open(OLDER)
  for (const request of await both.keys()) {
    const { pathname } = new URL(request.url)
    if (own.has(pathname) || !pathname.startsWith('/assets/')) continue
    const file = await both.match(request)
    if (file) await older.put(request, file)
  }
  await keepAtMost(OLDER, most)
}
