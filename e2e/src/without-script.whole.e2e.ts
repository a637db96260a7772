import { eventually } from '@pathlight/testing/eventually.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, type Person, PHONE, verse } from './person.ts'

/** Without JavaScript reading works, because these pages are HTML from the server with links and forms. */
describe.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
])('without script, on %s', (_on, device) => {
  const app = appInBrowser()
  let reader: Person
  const heading = (text: string) => reader.page.getByRole('heading', { level: 1, name: text, exact: true })

  beforeAll(async () => {
    reader = await app.newPerson({ ...device, javaScriptEnabled: false })
  })

  it('reads from the first page to Genesis 1, and on to Genesis 2 and back', async () => {
    const { page } = reader
    // On a busy machine the server may take too long to render its first page, and sends a page that only scripts can
    // fill. So the page is opened repeatedly.
    await eventually(async () => {
      await page.goto('/')
      await expect
        .poll(() => page.getByText('Your word is a lamp to my feet, and a light for my path.').isVisible())
        .toBe(true)
    })
    await page.getByRole('link', { name: 'Start reading' }).first().click()
    await heading('Genesis 1').waitFor()
    await expect.poll(() => verse(page, 1).textContent()).toContain('In the beginning')
    await page.getByRole('link', { name: 'Genesis 2' }).click()
    await heading('Genesis 2').waitFor()
    await expect.poll(() => verse(page, 7).textContent()).toContain('dust of the ground')
    await page.getByRole('link', { name: 'Genesis 1' }).click()
    await heading('Genesis 1').waitFor()
  })

  it('has its files sent packed, and no script before the text is seen', async () => {
    const page = await (await fetch(`${app.address}/bible/KJV/John/3`, { headers: { accept: 'text/html' } })).text()
    const files = [...page.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const encoding of ['br', 'gzip']) {
      for (const file of files) {
        const sent = await fetch(`${app.address}${file}`, { headers: { 'accept-encoding': encoding } })
        const { length } = await sent.text()
        if (length > 1_024) expect(sent.headers.get('content-encoding'), file).toBe(encoding)
      }
    }
    const script = /<(?:script type="module"|link rel="modulepreload")/
    expect(page).toMatch(script)
    expect(page.replace(/<template id="scripts">.*?<\/template>/s, '')).not.toMatch(script)
  })

  it('goes to another book, chapter and version by the form of the column', async () => {
    const { page } = reader
    await page.getByLabel('Version', { exact: true }).selectOption('WEB')
    await page.getByLabel('Book', { exact: true }).selectOption('Psalms')
    await page.getByLabel('Chapter', { exact: true }).fill('23')
    await page.getByRole('button', { name: 'Go' }).click()
    await heading('Psalm 23').waitFor()
    expect(new URL(page.url()).pathname).toBe('/bible/WEB/Psalms/23')
    await expect.poll(() => verse(page, 1).textContent()).toContain('my shepherd')
  })

  it('goes over to Korean by a link, on the same page, keeps to it, and searches', async () => {
    const { page } = reader
    await page.getByRole('link', { name: '한국어' }).click()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ko')
    expect(new URL(page.url()).pathname).toBe('/bible/WEB/Psalms/23')
    await page.getByRole('link', { name: 'Psalm 24' }).click()
    await heading('Psalm 24').waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ko')
    expect(await page.title()).toContain('시편 24편')
    await page.goto('/search')
    await page.getByRole('main').getByRole('searchbox').fill('lifted up gates')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('link', { name: '시편 24:7' }).first().click()
    await heading('Psalm 24').waitFor()
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('is offered nothing that would do nothing', async () => {
    const { page } = reader
    for (const name of ['Text settings', 'Profile', 'Open menu', 'Next chapter'])
      expect(await page.getByRole('button', { name, exact: true }).isVisible(), name).toBe(false)
    for (const path of ['/login', '/shared/4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e']) {
      await page.goto(path)
      // Playwright's getByText finds no text in a noscript element.
      expect(await page.locator('noscript p').textContent(), path).toContain('This page needs JavaScript')
    }
    for (const name of ['Language', 'Text and appearance'])
      expect(await page.getByRole('button', { name, exact: true }).isVisible(), name).toBe(false)
  })

  it('is told by the form for messages what to do', async () => {
    const { page } = reader
    await page.goto('/about/who-we-are')
    await expect.poll(() => page.getByText('This form needs JavaScript.').isVisible()).toBe(true)
    expect(await page.getByLabel('Message', { exact: true }).isVisible()).toBe(false)
  })

  it('made the browser complain about nothing', () => {
    expect(reader.complaints).toEqual([])
  })
})
