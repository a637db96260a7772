/** Deletes the oldest entries of a cache until it has at most `most` entries. */
export const keepAtMost = async (name: string, most: number): Promise<void> => {
  const cache = await caches.open(name)
  // A cache lists its entries in the order in which they were stored.
  const entries = await cache.keys()
  await Promise.all(entries.slice(0, Math.max(0, entries.length - most)).map((entry) => cache.delete(entry)))
}
