import { describe, expect, it } from 'vitest'
import { ESV_CACHE } from './esv-api.ts'
import { textCache } from './text-cache.ts'

const chapter = (verses: number, book = 'John', bookVerses = 879) => ({ book, verses, bookVerses })

describe('the cache of a licensed text', () => {
  it('keeps no more verses than the licence allows, and forgets what was used longest ago', () => {
    const cache = textCache<string>({ maxVerses: 100, keepMs: 1000 }, () => 0)
    cache.set('a', 'A', chapter(40))
    cache.set('b', 'B', chapter(40))
    expect(cache.get('a')).toBe('A')
    cache.set('c', 'C', chapter(40))
    expect(cache.verses()).toBe(80)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C'])
  })

  it('never holds 500 verses of the ESV or half of a book of it', () => {
    const cache = textCache<string>(ESV_CACHE, () => 0)
    for (let i = 0; i < 50; i++) {
      cache.set(`john ${i}`, 'text', chapter(36))
      expect(cache.verses('John')).toBeLessThanOrEqual(879 / 2)
      expect(cache.verses()).toBeLessThanOrEqual(500)
      cache.set(`psalms ${i}`, 'text', chapter(20, 'Psalms', 2461))
      expect(cache.verses()).toBeLessThanOrEqual(500)
    }
    cache.set('jude', 'text', chapter(25, 'Jude', 25))
    expect(cache.get('jude')).toBeUndefined()
  })

  it('lets other books be when one is over its half', () => {
    const cache = textCache<string>({ maxVerses: 500, keepMs: 1000, halfOfBook: true }, () => 0)
    cache.set('other', 'text', chapter(30, 'Psalms', 2461))
    cache.set('ruth 1', 'text', chapter(22, 'Ruth', 85))
    cache.set('ruth 2', 'text', chapter(23, 'Ruth', 85))
    expect([cache.get('other'), cache.get('ruth 1'), cache.get('ruth 2')]).toEqual(['text', undefined, 'text'])
  })

  it('forgets a text when its time is over', () => {
    let time = 0
    const cache = textCache<string>({ maxVerses: 100, keepMs: 1000 }, () => time)
    cache.set('a', 'A', chapter(10))
    time = 999
    expect(cache.get('a')).toBe('A')
    time = 1000
    expect(cache.get('a')).toBeUndefined()
  })
})
