import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, PHONE, said, signUpByCall, verseNumber } from './person.ts'

const textOf = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
const htmlOf = (page: Page) =>
  page.evaluate<string>(
    "navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((html) => html.text())",
  )
const copy = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Copy', exact: true }).click()

describe('verses are copied as a person wants it', () => {
  const app = appInBrowser(undefined, bringKoreanBible)

  it('as ever until they choose, which the message leads to; on this device for a visitor', async () => {
    const { page, complaints } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 35).click()
    await verseNumber(page, 36).click({ modifiers: ['Shift'] })
    await copy(page)
    await said(page, 'WEB - John 3:35-36 copied to clipboard!')
    expect(await textOf(page)).toMatch(/^35 The Father loves the Son.* 36 .+\nJohn 3:35-36 \(WEB\)$/)
    expect(await htmlOf(page)).toContain('<sup>35</sup>')
    await page.getByRole('status').getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Copying verses' }).waitFor()
    await page.getByText('Kept on this device.').waitFor()
    await page.getByLabel('Reference').selectOption('Before the words')
    await page.getByLabel('Quotation marks').selectOption('“ ”')
    await page.getByLabel('Verse numbers').uncheck()
    await page.getByLabel('Name the version').uncheck()
    expect(await page.getByRole('figure').textContent()).toContain(
      '1 Thessalonians 5:16-17\n“Rejoice evermore. Pray without ceasing.”',
    )
    expect(await violations(page, 'the settings of a visitor')).toEqual([])
    await page.goto('/bible/WEB/John/3')
    await verseNumber(page, 35).click()
    await copy(page)
    await said(page, 'WEB - John 3:35 copied to clipboard!')
    expect(await textOf(page)).toMatch(/^John 3:35\n“The Father loves the Son.*”$/)
    expect(await page.getByRole('status').getByRole('button', { name: 'Settings' }).count()).toBe(0)
    // The style also holds for copies from other pages.
    await page.goto('/version-comparison?reference=John+3:35')
    await page.getByRole('button', { name: 'Copy WEB' }).click()
    await said(page, 'WEB copied to clipboard!')
    expect(await textOf(page)).toMatch(/^John 3:35\n“The Father loves the Son.*”$/)
    expect(complaints).toEqual([])
  })

  it('with the account on every device, and in Korean as Korean texts quote', async () => {
    const { page } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await signUpByCall(page, 'lydia')
    await page.goto('/settings')
    await page.getByLabel('Quotation marks').selectOption({ index: 2 })
    const kept = async () => (await (await page.request.get('/api/users/settings')).json()).settings.copyStyle
    await expect.poll(kept).toEqual({ reference: 'after', quotes: 'corner', numbers: true, version: true })
    const phone = await app.newPerson(PHONE)
    await phone.page.goto('/')
    const data = { email: 'lydia@example.org', password: 'Lamp4myfeet!' }
    expect((await phone.page.request.post('/api/auth/login', { data })).status()).toBe(200)
    await phone.page.goto('/bible/KRV/John/3')
    await verseNumber(phone.page, 16).click()
    await expect
      .poll(async () => {
        await copy(phone.page)
        return textOf(phone.page)
      })
      .toMatch(/^「.+」\n요한복음 3:16 \(개역한글\)$/)
  })
})
