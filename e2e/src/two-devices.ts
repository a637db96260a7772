import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, looking, PASSWORD, PHONE } from './person.ts'

/** Sends a POST as the page's person, and returns the answer's JSON. The answer must have the status `status`. */
export const post = async (page: Page, path: string, data: object, status = 201) => {
  const answer = await page.request.post(path, { data })
  expect(answer.status()).toBe(status)
  return answer.json()
}

/** Sends a PUT as the page's person. The answer must have the status 200. */
export const put = async (page: Page, path: string, data: object) =>
  expect((await page.request.put(path, { data })).status()).toBe(200)

/** Sends a DELETE as the page's person. The answer must have a status below 300. */
export const remove = async (page: Page, path: string) =>
  expect((await page.request.delete(path)).status()).toBeLessThan(300)

/** The addresses of the live streams that the tabs of a browser have opened and the server has answered. */
const streamsOf = (page: Page) => {
  const opened: string[] = []
  page.context().on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/sync') opened.push(response.url())
  })
  return opened
}

/** Signs a person up at a desk and logs them in on a phone. Both browsers use the same language. */
export const twoDevices = (app: ReturnType<typeof appInBrowser>) => async (name: string, language: 'en' | 'ko') => {
  const username = `${name}${language}`
  const [desk, phone] = await Promise.all([
    app.newPerson(DESKTOP, looking({ language })),
    app.newPerson(PHONE, looking({ language })),
  ])
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirm_password: PASSWORD }
  await post(desk.page, '/api/auth/signup', data)
  await post(phone.page, '/api/auth/login', { email: data.email, password: PASSWORD }, 200)
  const streams = streamsOf(desk.page)
  /** Opens a page at the desk and waits until its live stream is open. */
  const openAtDesk = async (path: string) => {
    const before = streams.length
    await desk.page.goto(path)
    await expect.poll(() => streams.length).toBeGreaterThan(before)
  }
  /** Opens a page on both devices and waits until the desk's live stream is open. */
  const openOnBoth = async (path: string) => void (await Promise.all([openAtDesk(path), phone.page.goto(path)]))
  /**
   * Checks the browsers' messages and closes both browsers. `without`: messages to ignore, such as those of an offline
   * device. By default: the 401 of the session check after a session has ended.
   */
  const leave = async (without = / 401 .*\/api\/auth\/$/) => {
    const complaints = [...desk.complaints, ...phone.complaints].filter((text) => !without.test(text))
    expect(complaints).toEqual([])
    await Promise.all([desk.leave(), phone.leave()])
  }
  return { username, desk: desk.page, phone: phone.page, streams, openAtDesk, openOnBoth, leave }
}
