import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, openNotes, PASSWORD, PHONE, signUp, verse } from './person.ts'

const app = appInBrowser()

/** The number of pixels that are cut off from the name in each passage button. */
const CUT_OFF = `[...document.querySelectorAll('.passage-chip .truncate')].map(({ scrollWidth, clientWidth }) =>
  Math.max(0, scrollWidth - clientWidth))`

describe('what is small, and was stumbled over', () => {
  it.each([1, 2])('the name of the book is whole where there is room for it, in %d columns', async (count) => {
    const places = ['WEB', 'KJV'].slice(0, count).map((version) => ({ version, book: 'Romans', chapter: 8 }))
    const { page, leave } = await app.newPerson(DESKTOP, { columns: JSON.stringify(places) })
    await page.goto('/bible-reading')
    await expect.poll(() => page.locator('.column-head').count()).toBe(count)
    await verse(page, 1).waitFor()
    expect(await page.evaluate<number[]>(CUT_OFF)).toEqual(Array(count).fill(0))
    await leave()
  })

  it('where colours are the system’s, one link of the bar looks as the page that is open', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, forcedColors: 'active' })
    await page.goto('/bible/WEB/John/3')
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    const lines = await links.evaluateAll((all) =>
      all.map((one) => ({
        current: one.getAttribute('aria-current') === 'page',
        color: getComputedStyle(one).borderBottomColor,
      })),
    )
    const [current = ''] = lines.filter((line) => line.current).map(({ color }) => color)
    expect(lines.filter((line) => line.current)).toHaveLength(1)
    expect(lines.filter(({ color }) => color === current)).toHaveLength(1)
    await leave()
  })

  it('the window to sign up begins at its first field', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect.poll(() => page.locator('[role=dialog] :focus').getAttribute('name')).toBe('email')
    await leave()
  })

  it('the bar of words over several verses is called by all of them', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await verse(page, 6).waitFor()
    await page.evaluate(`(() => {
      const text = (verse) => document.querySelector('.verse[data-verse="' + verse + '"]').lastChild
      getSelection().setBaseAndExtent(text(4), 3, text(6), 9)
    })()`)
    await page.getByRole('toolbar', { name: 'Selected words of verses 4-6', exact: true }).waitFor()
    await leave()
  })
})

describe('what the server itself draws', () => {
  const htmlOf = async (path: string, language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language, 'user-agent': 'Mozilla/5.0' }
    return (await fetch(`${app.address}${path}`, { headers })).text()
  }

  it.each(['/', '/bible/KJV/John/3', '/about/who-we-are'])(
    'names a picture for sharing that is there, at %s',
    async (path) => {
      const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(await htmlOf(path, 'en')) ?? []
      expect(address).not.toBe('')
      const { pathname, search } = new URL(address.replaceAll('&amp;', '&'), app.address)
      const answer = await fetch(`${app.address}${pathname}${search}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    },
  )
})

describe('what one opens', () => {
  it.each([
    ['a sheet on a phone', PHONE],
    ['the panel at a desk', DESKTOP],
  ] as const)('%s keeps its name and its way out in view, however far it is scrolled', async (_what, device) => {
    const viewport = { ...device.viewport, height: 540 }
    const { page, leave } = await app.newPerson({ ...device, viewport })
    await page.goto('/bible/WEB/John/3')
    await page.getByRole('button', { name: 'Verse 16', exact: true }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'More on this verse' }).click()
    const opened = page.getByRole(device === PHONE ? 'dialog' : 'complementary')
    const close = opened.getByRole('button', { name: 'Close', exact: true })
    await opened.getByRole('link', { name: 'American Standard Version' }).waitFor()
    const scrolled = await opened.evaluate((own) => {
      own.scrollTop = own.scrollHeight
      return own.scrollTop
    })
    expect(scrolled).toBeGreaterThan(0)
    // The check is repeated, because the sheet may still move.
    await eventually(async () => {
      const [frame, button] = [await opened.boundingBox(), await close.boundingBox()]
      expect(button && frame && button.y >= frame.y && button.y < frame.y + 40).toBe(true)
    })
    await close.click()
    await opened.waitFor({ state: 'detached' })
    await leave()
  })

  it('a question on a phone has answers that fill their lines', async () => {
    const { page, leave } = await app.newPerson({ ...PHONE, viewport: { width: 320, height: 700 } })
    await page.goto('/bible/WEB/John/3')
    await signUp(page, 'question')
    await openNotes(page, 4)
    const sheet = page.getByRole('dialog', { name: 'John 3:4' })
    await sheet.getByLabel('Note', { exact: true }).fill('Not yet.')
    await page.goBack()
    const question = page.getByRole('alertdialog')
    const answers = question.locator('.answers')
    await answers.waitFor()
    const [left, right] = await answers.evaluate((all) => {
      const boxes = [...all.children].map((one) => one.getBoundingClientRect())
      const own = all.getBoundingClientRect()
      return [
        Math.max(...boxes.filter(({ left }) => left < own.left + 30).map(({ left }) => left - own.left)),
        own.right - Math.max(...boxes.map(({ right }) => right)),
      ]
    })
    expect([left, right].map(Math.round)).toEqual([0, 0])
    await leave()
  })
})

describe('the navigation of My Resources', () => {
  it.each([320, 390])(
    'is one row that scrolls on a phone of %d px, with the open page in view and Logout at its end',
    async (width) => {
      const { page, leave } = await app.newPerson({ ...PHONE, viewport: { width, height: 700 } })
      const username = `rows${width}`
      const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
      expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
      await page.goto('/my-memos/history')
      const rows = page.getByRole('navigation', { name: 'My resources' }).locator('> *')
      await expect.poll(() => rows.count()).toBeGreaterThan(5)
      const tops = await rows.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
      expect(new Set(tops).size).toBe(1)
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
      await expect.poll(() => rows.last().textContent()).toBe('Logout')
      const open = await rows.and(page.locator('[aria-current]')).boundingBox()
      expect(open?.x).toBeGreaterThanOrEqual(0)
      expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual(width)
      await leave()
    },
  )
})
