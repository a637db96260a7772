import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { ANYBODY, SIGNED_IN } from './pages.ts'
import { DESKTOP, looking, type Person, settled, signUpByCall, studyPanel, writeOnPsalm117 } from './person.ts'
import { post } from './two-devices.ts'

describe('everybody can use it', () => {
  const app = appInBrowser()
  let ruth: Person
  let guest: Person
  let hanna: Person
  beforeAll(async () => {
    guest = await app.newPerson(DESKTOP)
    ruth = await app.newPerson(DESKTOP)
    await writeOnPsalm117(ruth.page, 'ruth')
    hanna = await app.newPerson(DESKTOP, looking({ language: 'ko' }))
    await signUpByCall(hanna.page, 'hanna')
    await post(hanna.page, '/api/note/', { verse_id: 19_117_001, version: 'WEB', book: 'Psalms', text: '모든 나라' })
  })

  it.each(ANYBODY)('has no violation that axe knows, in three themes, at %s', async (path) => {
    await settled(guest.page, path)
    expect(await violations(guest.page, path)).toEqual([])
  })

  it.each(SIGNED_IN)(
    'has no violation that axe knows, in three themes, in both languages, signed in at %s',
    async (path) => {
      for (const [{ page }, language] of [
        [ruth, 'en'],
        [hanna, 'ko'],
      ] as const) {
        await settled(page, path)
        await page.locator(`html[lang='${language}']`).waitFor()
        expect(await violations(page, path)).toEqual([])
      }
    },
  )

  // Korean is tested too, because accessible names depend on the language. Psalm 119 has the most headings of all
  // chapters.
  it.each([
    '/',
    '/bible/KJV/Psalms/119',
    '/bible/WEB/Psalms/119',
    '/search?query=shephard',
    '/version-comparison?reference=John+3:16',
    '/about/explore-pathlight',
    '/about/who-we-are',
  ])('has none in Korean, at %s', async (path) => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language: 'ko' }))
    await settled(page, path)
    // The page opens in the browser's language and then switches to the chosen one.
    await page.locator("html[lang='ko']").waitFor()
    expect(await violations(page, path, ['light'])).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })

  it('has none in three columns, with the map of the keys and with the way to anywhere', async () => {
    const places = ['WEB', 'KJV', 'ASV'].map((version) => ({ version, book: 'John', chapter: 3 }))
    const kept = { columns: JSON.stringify(places), 'columns.row': JSON.stringify({ synced: true }) }
    const { page, leave } = await app.newPerson(DESKTOP, kept)
    await settled(page, '/bible-reading')
    await page.locator('[data-column]').nth(2).locator('.verse').first().waitFor()
    expect(await violations(page, 'three columns', ['light'])).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await violations(page, 'the map of the keys', ['light'])).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.getByRole('combobox', { name: 'Passage' }).fill('jo')
    expect(await violations(page, 'the way to anywhere', ['light'])).toEqual([])
    await leave()
  })

  it('has none with everything open either', async () => {
    await settled(guest.page, '/')
    await guest.page.getByRole('button', { name: 'Sign Up' }).click()
    await guest.page.getByRole('dialog').waitFor()
    expect(await violations(guest.page, 'the sign-up dialog')).toEqual([])

    await settled(ruth.page, '/bible/WEB/Psalms/117')
    await ruth.page.getByRole('button', { name: '1 note on verse 1' }).click()
    await ruth.page.getByText('All nations.').waitFor()
    await ruth.page.getByRole('button', { name: 'Verse 2', exact: true }).click()
    await ruth.page.getByRole('button', { name: 'Text settings' }).click()
    expect(await violations(ruth.page, 'the reader')).toEqual([])
    await ruth.page.keyboard.press('Escape')

    const highlights = ruth.page.getByRole('toolbar').getByRole('button', { name: 'Highlights' })
    await highlights.click()
    // The highlight ends the choice of the verse. The test waits for that end, because a press on a chosen verse would
    // only end the choice.
    await ruth.page.getByRole('button', { name: 'Verse 2', exact: true, pressed: false }).click()
    await highlights.click()
    await studyPanel(ruth.page).getByRole('radio', { name: 'yellow' }).check({ force: true })
    expect(await violations(ruth.page, 'the highlights of a verse')).toEqual([])
    await ruth.page.getByRole('button', { name: 'Bookmarks', exact: true }).click()
    await ruth.page.getByRole('button', { name: 'Bookmark Psalm 117 · WEB', exact: true }).click()
    await ruth.page.getByRole('button', { name: 'Remove the bookmark Psalm 117 · WEB' }).waitFor()
    expect(await violations(ruth.page, 'the bookmarks')).toEqual([])
  })

  it('made the browser complain about nothing on the way', () => {
    expect([...guest.complaints, ...ruth.complaints, ...hanna.complaints]).toEqual([])
  })
})
