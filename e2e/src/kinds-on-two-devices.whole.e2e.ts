import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { addHighlight, GREEN } from './kinds/highlights.ts'
import { KINDS_IN_BROWSER } from './kinds/kind-in-browser.ts'
import { kindWords } from './pages.ts'
import { LANGUAGES } from './person.ts'
import { post, put, remove, twoDevices } from './two-devices.ts'

const onTwoDevices = twoDevices(appInBrowser())

const WORDS = {
  en: {
    removed: 'Recently removed',
    restore: /^Restore: /,
    restored: 'Restored',
    overlaps: 'Selected text overlaps with existing content',
    ofSettings: 'History of your settings',
    restoreThis: 'Restore this',
    stays: 'This was changed meanwhile. It stays as it is now.',
    exists: 'This bookmark already exists.',
    bookmarks: 'Bookmarks',
    waits: /Your settings hold on this device/,
    met: /^What you chose here replaced what was chosen on .+ meanwhile\.$/,
    takeThat: 'Take that instead',
    metRemoval: /^What you removed here was changed on .+ meanwhile\.$/,
    metGone: /^What you changed here was removed on .+ meanwhile\.$/,
    keepMine: 'Keep mine',
    highlights: 'Highlights',
    verse: /^Verse 4\b/,
    green: 'green',
    deleteHighlight: /^Delete the highlight/,
    takeIn: 'Take it in',
    goOnMine: 'Go on with mine',
    changed: /^Changed on .+ just now$/,
    save: 'Save Settings',
    setBookmark: /^Bookmark John 5/,
    removeBookmark: /^Remove the bookmark John 4/,
  },
  ko: {
    removed: '최근 삭제',
    restore: /^되살리기: /,
    restored: '되살렸습니다',
    overlaps: '선택한 부분이 이미 있는 하이라이트와 겹칩니다.',
    ofSettings: '설정의 변경 기록',
    restoreThis: '이때로 되돌리기',
    stays: '그사이 바뀌었기에 지금 상태 그대로 두었습니다.',
    exists: '이미 있는 북마크입니다.',
    bookmarks: '북마크',
    waits: /이 기기에 적용되었고/,
    met: /^여기서 고른 것이 그사이 .+에서 고른 것을 대신했습니다\.$/,
    takeThat: '다른 쪽 것 남기기',
    metRemoval: /^여기서 삭제한 것이 그사이 .+에서 바뀌었습니다\.$/,
    metGone: /^여기서 바꾼 것이 그사이 .+에서 삭제되었습니다\.$/,
    keepMine: '내 것 남기기',
    highlights: '하이라이트',
    verse: /^4 ?절/,
    green: '초록',
    deleteHighlight: /^하이라이트 “.*” 삭제$/,
    takeIn: '받아들이기',
    goOnMine: '내 것 이어 쓰기',
    changed: /^방금 .+에서 바뀌었습니다$/,
    save: '설정 저장',
    setBookmark: /요한복음 5장/,
    removeBookmark: /^요한복음 4장 .*북마크 삭제$/,
  },
} as const

const PINK = '#ffadc6'
const namesOf = (language: 'en' | 'ko') => Object.values(kindWords(language).one).join('|')
/** Matches the row of an edit in the list of changes. */
const EDITED = {
  en: new RegExp(`^(${namesOf('en')}) (edited|changed)`),
  ko: new RegExp(`^(${namesOf('ko')}) (수정|변경)`),
}

describe.each(LANGUAGES)('on a desk and a phone at once (%s)', (language) => {
  const labels = WORDS[language]

  it.each(Object.entries(KINDS_IN_BROWSER))(
    'one of the %s is made, changed, restored, removed and restored before the eyes of both',
    async (name, { list, live }) => {
      const { add, edit, path, shown, takePlace } = live
      const { desk, phone, openAtDesk, openOnBoth, leave } = await onTwoDevices(`both${name}`, language)
      await openOnBoth(list)
      const { id } = await add(phone)
      for (const page of [desk, phone]) await shown(page, false).waitFor()
      await edit?.(phone, id)
      if (edit) for (const page of [desk, phone]) await shown(page, true).waitFor()

      await openAtDesk('/my-memos/history')
      const main = desk.getByRole('main')
      if (edit) {
        await main.getByRole('button', { name: EDITED[language] }).click()
        await desk.getByRole('complementary').getByRole('button', { name: labels.restoreThis }).click()
        await shown(phone, false).waitFor()
      }
      await main.getByRole('button', { name: labels.removed }).click()
      await remove(phone, path(id))
      await shown(phone, false).waitFor({ state: 'detached' })
      const restore = main.getByRole('button', { name: labels.restore })
      await restore.waitFor()
      if (takePlace) {
        const taking = (await takePlace(phone)) as { id: string }
        await restore.click()
        await desk.getByRole('status').getByText(labels.overlaps).first().waitFor()
        await remove(phone, path(taking.id))
        await shown(phone, false).waitFor({ state: 'detached' })
        await expect.poll(() => restore.count()).toBe(2)
      }
      await restore.last().click()
      await shown(phone, false).waitFor()
      await expect.poll(() => restore.count()).toBe(takePlace ? 1 : 0)
      await leave(/ 401 .*\/api\/auth\/$/)
    },
  )

  it('a bookmark that is removed or set here without a connection and there meanwhile is there once, and that is said', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('meetbookmark', language)
    const chapters = () =>
      phone
        .getByRole('main')
        .getByRole('listitem')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    // Only the tags of a bookmark can be edited, so a removal takes the place of an edit. The desk removes the bookmark
    // without a connection. Meanwhile the phone removes and restores it.
    const { id } = await post(phone, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 4 })
    const bookmark = desk.getByRole('main').locator('a[href*="/bible/WEB/John/4"]').first()
    await openAtDesk('/my-memos/bookmarks')
    await bookmark.waitFor()
    await desk.context().setOffline(true)
    await desk.getByRole('button', { name: labels.removeBookmark }).click()
    await bookmark.waitFor({ state: 'detached' })
    await remove(phone, `/api/bookmarks/${id}`)
    await post(phone, `/api/history/bookmark/${id}/restore`, { revision: 1 }, 200)
    await desk.context().setOffline(false)
    await desk.getByRole('status').getByText(labels.stays, { exact: true }).waitFor()
    await bookmark.waitFor()

    await openAtDesk('/bible/WEB/John/5')
    await desk.getByRole('button', { name: labels.bookmarks, exact: true }).first().click()
    const set = desk.getByRole('button', { name: labels.setBookmark }).first()
    await set.waitFor()
    await desk.context().setOffline(true)
    await set.click()
    await post(phone, '/api/bookmarks', { version: 'WEB', book: 'John', chapter: 5 })
    await desk.context().setOffline(false)
    await desk.getByRole('status').getByText(labels.exists, { exact: true }).waitFor()
    await phone.goto('/my-memos/bookmarks')
    await expect.poll(chapters).toEqual(['/bible/WEB/John/5', '/bible/WEB/John/4'])
    await leave(/ 401 .*\/api\/auth\/$|ERR_INTERNET_DISCONNECTED|dynamically imported module/)
  })

  it.each([
    {
      ...{ name: 'lightcolors', here: 'recolored without a connection', there: 'recolored' },
      ...{ told: labels.met, take: labels.takeThat, left: GREEN, taken: PINK },
    },
    {
      ...{ name: 'lightbehind', here: 'recolored behind', there: 'recolored' },
      ...{ told: labels.met, take: labels.takeThat, left: GREEN, taken: PINK },
    },
    {
      ...{ name: 'lightremoved', here: 'removed without a connection', there: 'recolored' },
      ...{ told: labels.metRemoval, take: labels.takeThat, left: undefined, taken: PINK },
    },
    {
      ...{ name: 'lightgone', here: 'recolored without a connection', there: 'removed' },
      ...{ told: labels.metGone, take: labels.keepMine, left: undefined, taken: GREEN },
    },
  ])('a highlight that is $here and $there there is as it was chosen last, and the other can be had', async (at) => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices(at.name, language)
    const isOffline = at.here.endsWith('connection')
    const { id } = await addHighlight(phone)
    const path = `/api/highlight/${encodeURIComponent(id)}`
    const color = async () => (await (await phone.request.get('/api/highlight/user')).json())[0]?.color
    // A desk with a connection gets no live messages in this test, so it still shows the highlight's old state.
    if (!isOffline) await desk.route('**/api/sync**', (route) => route.abort())
    await (isOffline ? openAtDesk('/bible/WEB/John/3') : desk.goto('/bible/WEB/John/3'))
    await desk.getByRole('button', { name: labels.verse }).first().click()
    await desk.getByRole('toolbar').getByRole('button', { name: labels.highlights, exact: true }).click()
    const bin = desk.getByRole('button', { name: labels.deleteHighlight })
    await bin.waitFor()
    if (isOffline) await desk.context().setOffline(true)
    if (isOffline && at.here.startsWith('removed')) await bin.click()
    else if (isOffline) await desk.getByRole('radio', { name: labels.green }).check({ force: true })
    if (at.there === 'removed') await remove(phone, path)
    else await put(phone, path, { color: PINK })
    if (isOffline) await desk.context().setOffline(false)
    else await desk.getByRole('radio', { name: labels.green }).check({ force: true })
    await desk.getByRole('status').getByText(at.told).waitFor()
    await expect.poll(color).toBe(at.left)
    await desk.getByRole('button', { name: at.take, exact: true }).click()
    await expect.poll(color).toBe(at.taken)
    await leave(
      / 401 .*\/api\/auth\/$|ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module| 404 .*\/api\/highlight\//,
    )
  })

  it('settings that are changed on both, here while they are typed and here without a connection, and restored', async () => {
    const { desk, phone, openAtDesk, leave } = await onTwoDevices('meetsettings', language)
    const set = (settings: object) => put(phone, '/api/users/settings', settings)
    const savedSettings = async () => (await (await phone.request.get('/api/users/settings')).json()).settings
    await set({ highlightColor: '#b5e48c', defaultVersion: 'WEB' })
    await openAtDesk('/settings')
    const color = desk.locator('input[name=highlightColor]')
    const save = desk.getByRole('button', { name: labels.save, exact: true })
    await expect.poll(() => color.inputValue()).toBe('#b5e48c')

    await color.fill('#111111')
    await set({ highlightColor: '#ffaa00' })
    await desk.getByText(labels.changed).waitFor()
    await expect.poll(() => color.inputValue()).toBe('#111111')
    await desk.getByRole('button', { name: labels.takeIn, exact: true }).click()
    await expect.poll(() => color.inputValue()).toBe('#ffaa00')
    await color.fill('#222222')
    await set({ highlightColor: '#ffcc00' })
    await desk.getByRole('button', { name: labels.goOnMine, exact: true }).click()
    await expect.poll(() => color.inputValue()).toBe('#222222')
    await save.click()
    await expect.poll(async () => (await savedSettings()).highlightColor).toBe('#222222')

    // After a save without a connection only the fields changed at the desk overwrite the phone's. The page says so.
    await desk.context().setOffline(true)
    await color.fill('#333333')
    await save.click()
    await desk.getByText(labels.waits).first().waitFor()
    await set({ highlightColor: '#ddeeff', defaultVersion: 'KJV' })
    await desk.context().setOffline(false)
    await desk.getByRole('status').getByText(labels.met).waitFor()
    await expect.poll(savedSettings).toMatchObject({ highlightColor: '#333333', defaultVersion: 'KJV' })
    await desk.getByRole('button', { name: labels.takeThat, exact: true }).click()
    await expect.poll(async () => (await savedSettings()).highlightColor).toBe('#ddeeff')
    await expect.poll(() => color.inputValue()).toBe('#ddeeff')
    expect((await savedSettings()).defaultVersion).toBe('KJV')

    await phone.goto('/settings')
    const onPhone = phone.locator('input[name=highlightColor]')
    await expect.poll(() => onPhone.inputValue()).toBe('#ddeeff')
    await desk.getByRole('button', { name: labels.ofSettings }).click()
    await desk.getByRole('dialog').getByRole('button', { name: labels.restoreThis }).last().click()
    await desk.getByRole('status').getByText(labels.restored, { exact: true }).first().waitFor()
    for (const input of [color, onPhone]) await expect.poll(() => input.inputValue()).toBe('#b5e48c')
    await leave(/ 401 .*\/api\/auth\/$|ERR_INTERNET_DISCONNECTED/)
  })
})
