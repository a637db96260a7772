/** Whether a cache entry is a font. Fonts are stored once and used each day, so they are deleted last. */
const isFont = ({ url }: Request): boolean => url.endsWith('.woff2')

/** Deletes a cache's oldest entries, and fonts only after all others, until the cache has at most `most` entries. */
export const keepAtMost = async (name: string, most: number): Promise<void> => {
  const cache = await caches.open(name)
  // A cache lists its entries in the order in which they were stored.
  const entries = (await cache.keys()).toSorted((a, b) => Number(isFont(a)) - Number(isFont(b)))
  await Promise.all(entries.slice(0, Math.max(0, entries.length - most)).map((entry) => cache.delete(entry)))
}
