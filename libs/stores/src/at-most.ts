/**
 * Options that limit a cache of the package lru-cache to this number of entries. The package's option `max` would
 * allocate the memory for all entries in advance: 30 caches for 20,000 entries each would take 13 MB, and every garbage
 * collection would take 4 ms to scan them.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
