// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manyTurns, until } from '../testing/until.ts'
import { createKeptWork, type KeptWork } from './kept-work.ts'

const tabs: KeptWork[] = []
const openTab = async (): Promise<KeptWork> => {
  const tab = createKeptWork()
  tabs.push(tab)
  await tab.open()
  return tab
}
const closeAll = async () => {
  for (const tab of tabs.splice(0)) {
    await tab.settled()
    await tab.close()
  }
}
/** Opens a tab after all others are closed. */
const afterClosing = async () => {
  await closeAll()
  return openTab()
}
const full = () => {
  throw new DOMException('No room.', 'QuotaExceededError')
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  localStorage.clear()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await closeAll()
  vi.unstubAllGlobals()
})

describe('what a person has written', () => {
  it('is there at once, outlives the page, and goes when it is removed', async () => {
    const tab = await openTab()
    tab.set('draft.ruth.a', { text: 'Entreat me not' })
    expect(tab.get('draft.ruth.a')).toEqual({ text: 'Entreat me not' })
    const next = await afterClosing()
    expect(next.keys('draft.ruth.')).toEqual(['draft.ruth.a'])
    expect(next.get('draft.ruth.a')).toEqual({ text: 'Entreat me not' })
    expect(Object.keys(localStorage)).toEqual([])
    next.remove('draft.ruth.a')
    expect((await afterClosing()).keys('')).toEqual([])
  })

  it('comes along from the local storage, where older versions kept it', async () => {
    localStorage.setItem('draft.ruth.a', '{"text":"Old"}')
    localStorage.setItem('sermon.ruth.b', '{"title":"Old, too"}')
    localStorage.setItem('write.key', '{"key":"key"}')
    localStorage.setItem('sermon.speaker.ruth', 'Boaz')
    localStorage.setItem('draft.ruth.broken', '{')
    const tab = await openTab()
    expect(tab.keys('').toSorted()).toEqual(['draft.ruth.a', 'sermon.ruth.b', 'write.key'])
    await tab.settled()
    expect(Object.keys(localStorage).toSorted()).toEqual(['draft.ruth.broken', 'sermon.speaker.ruth'])
    expect((await afterClosing()).get('sermon.ruth.b')).toEqual({ title: 'Old, too' })
  })

  it('is not given to the device at every key', async () => {
    const tab = await openTab()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (let length = 1; length <= 100; length += 1) tab.set('draft.ruth.a', { text: '길'.repeat(length) }, 'soon')
    expect(put).not.toHaveBeenCalled()
    await until(() => expect(put).toHaveBeenCalledTimes(1))
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: '길'.repeat(100) })
  })

  it('is kept as it was in the last moment before the page goes', async () => {
    const tab = await openTab()
    tab.set('draft.ruth.a', { text: 'Wither thou' })
    await tab.settled()
    tab.set('draft.ruth.a', { text: 'Whither thou goest' }, 'soon')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('draft.ruth.a')).toBe('{"text":"Whither thou goest"}')
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: 'Whither thou goest' })
  })

  it('goes on in another tab: what a tab kept in its last moment is neither newer than that, nor back after it', async () => {
    const tab = await openTab()
    const leftByAnother = () => localStorage.setItem('draft.ruth.a', '{"text":"Whither"}')
    leftByAnother()
    tab.set('draft.ruth.a', { text: 'Whither thou goest' })
    const next = await afterClosing()
    expect(next.get('draft.ruth.a')).toEqual({ text: 'Whither thou goest' })
    leftByAnother()
    next.remove('draft.ruth.a')
    expect((await afterClosing()).keys('')).toEqual([])
  })

  it('is the same in every tab', async () => {
    const one = await openTab()
    const other = await openTab()
    const heard = vi.fn()
    other.subscribe(heard)
    one.set('write.key', { key: 'key' })
    await until(() => expect(other.get('write.key')).toEqual({ key: 'key' }))
    expect(heard).toHaveBeenCalled()
    other.remove('write.key')
    await until(() => expect(one.keys('')).toEqual([]))
  })
})

describe('a page that comes back after it was suspended', () => {
  const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

  it('has what other tabs wrote, changed and removed meanwhile, and its own latest words', async () => {
    const suspended = await openTab()
    for (const name of ['changed', 'removed', 'own']) suspended.set(`draft.ruth.${name}`, { text: 'Before' })
    await suspended.settled()
    // Without a channel, the other tab's messages do not reach the suspended page.
    vi.stubGlobal('BroadcastChannel', undefined)
    const other = await openTab()
    other.set('draft.ruth.new', { text: 'Meanwhile' })
    other.set('draft.ruth.changed', { text: 'Meanwhile' })
    other.set('draft.ruth.own', { text: 'Meanwhile' })
    other.remove('draft.ruth.removed')
    await other.settled()
    localStorage.setItem('draft.ruth.left', '{"text":"In its last moment"}')
    suspended.set('draft.ruth.own', { text: 'Own' }, 'soon')
    const heard = vi.fn()
    suspended.subscribe(heard)
    comeBack()
    await until(() => expect(suspended.get('draft.ruth.left')).toEqual({ text: 'In its last moment' }))
    expect(heard).toHaveBeenCalled()
    expect(suspended.get('draft.ruth.new')).toEqual({ text: 'Meanwhile' })
    expect(suspended.get('draft.ruth.changed')).toEqual({ text: 'Meanwhile' })
    expect(suspended.get('draft.ruth.own')).toEqual({ text: 'Own' })
    expect(suspended.keys('')).not.toContain('draft.ruth.removed')
    expect((await afterClosing()).get('draft.ruth.own')).toEqual({ text: 'Own' })
  })
})

describe('what is typed just before the person turns to another tab', () => {
  it.each([
    ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['goes', () => window.dispatchEvent(new Event('pagehide'))],
    ['keeps something else', (tab: KeptWork) => tab.set('write.key', { key: 'key' })],
  ])('is there too, also where the tab %s before there was a pause', async (_, happens) => {
    const one = await openTab()
    const other = await openTab()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    one.set('draft.ruth.a', { text: 'Whither thou goest' }, 'soon')
    happens(one)
    await until(() => expect(other.get('draft.ruth.a')).toEqual({ text: 'Whither thou goest' }))
  })
})

describe('a device that refuses', () => {
  const closing = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('a database, still keeps it in the local storage', async () => {
    vi.stubGlobal('indexedDB', { open: full })
    const tab = await openTab()
    tab.set('draft.ruth.a', { text: 'Here' })
    await tab.settled()
    expect(tab.isRefused('draft.ruth.a')).toBe(false)
    expect(closing()).toBe(true)
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: 'Here' })
  })

  it('to answer holds nothing up for good: it is kept in the local storage', async () => {
    const database = indexedDB
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tab = createKeptWork()
    tab.set('draft.ruth.a', { text: 'Here' })
    void tab.open()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(tab.isOpen()).toBe(false)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tab.isOpen()).toBe(true)
    expect(tab.isUnread()).toBe(true)
    vi.useRealTimers()
    expect(localStorage.getItem('draft.ruth.a')).toBe('{"text":"Here"}')
    vi.stubGlobal('indexedDB', database)
    expect((await openTab()).get('draft.ruth.a')).toEqual({ text: 'Here' })
  })

  it('to let go of an older form, in a tab that sleeps, says that it is unread until it does', async () => {
    const { openDB } = await import('idb')
    const older = await openDB('pathlight', 1, { upgrade: (db) => void db.createObjectStore('work') })
    await older.put('work', { text: 'Whither thou goest' }, 'draft.ruth.a')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tab = createKeptWork()
    tabs.push(tab)
    void tab.open()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tab.isUnread()).toBe(true)
    expect(tab.get('draft.ruth.a')).toBeUndefined()
    vi.useRealTimers()
    older.close()
    await until(() => expect(tab.isUnread()).toBe(false))
    expect(tab.get('draft.ruth.a')).toEqual({ text: 'Whither thou goest' })
  })

  it('to answer until an older tab lets go still deletes then what was removed meanwhile', async () => {
    const { openDB } = await import('idb')
    const older = await openDB('pathlight', 1, { upgrade: (db) => void db.createObjectStore('work') })
    await older.put('work', { text: 'Whither thou goest' }, 'draft.ruth.a')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tab = createKeptWork()
    tabs.push(tab)
    void tab.open()
    tab.set('draft.ruth.a', { text: 'Whither thou goest' })
    tab.remove('draft.ruth.a')
    await vi.advanceTimersByTimeAsync(11_000)
    older.close()
    await vi.advanceTimersByTimeAsync(6_000)
    vi.useRealTimers()
    expect((await afterClosing()).keys('')).toEqual([])
  })

  it('everything says so, holds the page, and has it as soon as there is room', async () => {
    const tab = await openTab()
    const heard = vi.fn()
    tab.subscribe(heard)
    const noRoom = [
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full),
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full),
    ]
    tab.set('draft.ruth.a', { text: 'In memory alone' })
    await until(() => expect(tab.isRefused('draft.ruth.a')).toBe(true))
    expect(closing()).toBe(false)
    for (const spy of noRoom) spy.mockRestore()
    heard.mockClear()
    tab.set('draft.ruth.a', { text: 'On the device' })
    await until(() => expect(tab.isRefused('draft.ruth.a')).toBe(false))
    expect(heard).toHaveBeenCalled()
    expect(closing()).toBe(true)
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: 'On the device' })
  })

  it('what is deleted while it refuses is not held against the page', async () => {
    const tab = await openTab()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    tab.set('draft.ruth.a', { text: 'Given up' })
    await until(() => expect(tab.isRefused('draft.ruth.a')).toBe(true))
    tab.remove('draft.ruth.a')
    expect(closing()).toBe(true)
  })

  it.each([1, 2])(
    'to delete does so when it answers again: what was given up %i times does not come back',
    async (times) => {
      const tab = await openTab()
      tab.set('draft.ruth.a', { text: 'Saved' })
      await tab.settled()
      const deleted = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(() => {
        throw new DOMException('The connection was lost.', 'InvalidStateError')
      })
      const heard = vi.fn()
      tab.subscribe(heard)
      tab.remove('draft.ruth.a')
      // The first call reports the removal, the second call its refusal. A refused removal is not an unsaved value.
      await until(() => expect(heard).toHaveBeenCalledTimes(2))
      expect(deleted).toHaveBeenCalledTimes(1)
      expect(tab.isRefused('draft.ruth.a')).toBe(false)
      expect(closing()).toBe(true)
      if (times === 2) tab.remove('draft.ruth.a')
      await until(() => expect(deleted).toHaveBeenCalledTimes(2))
      expect((await afterClosing()).keys('')).toEqual([])
    },
  )

  it('and that was cleared meanwhile, gets all of it again', async () => {
    const tab = await openTab()
    tab.set('draft.ruth.a', { text: 'Again' })
    await tab.settled()
    const deleted = indexedDB.deleteDatabase('pathlight')
    await new Promise((resolve, reject) => {
      deleted.onsuccess = resolve
      deleted.onerror = reject
    })
    await manyTurns()
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: 'Again' })
  })

  it('an older form, because another tab has a newer version of the app, still takes everything', async () => {
    const { openDB } = await import('idb')
    const newer = await openDB('pathlight', 7, { upgrade: (db) => void db.createObjectStore('work') })
    newer.close()
    const tab = await openTab()
    tab.set('draft.ruth.a', { text: 'Still' })
    await tab.settled()
    expect(Object.keys(localStorage)).toEqual([])
    expect((await afterClosing()).get('draft.ruth.a')).toEqual({ text: 'Still' })
  })
})
