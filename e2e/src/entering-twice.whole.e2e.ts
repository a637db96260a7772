import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { openNotes, PASSWORD, PHONE } from './person.ts'

const app = appInBrowser()

/**
 * Loses the answer to the first call of `path`: the server answers, `then` runs, and the page gets no answer. Returns
 * the statuses of all answers, beginning with the lost one, and the Idempotency-Keys.
 */
const losingAnAnswer = async (page: Page, path: string, then: () => Promise<void>) => {
  const record = { statuses: [] as number[], keys: [] as (string | undefined)[] }
  page.on('response', (answer) => {
    if (answer.url().endsWith(path)) record.statuses.push(answer.status())
  })
  page.on('request', (call) => {
    if (call.url().endsWith(path)) record.keys.push(call.headers()['idempotency-key'])
  })
  await page.route(
    `**${path}`,
    async (route) => {
      const call = route.request()
      // Node's fetch sends the call, because Playwright's route.fetch would store the session's cookie in the browser.
      const headers = await call.allHeaders()
      const send = () => fetch(call.url(), { method: call.method(), body: call.postData(), headers })
      let answer = await send()
      // On a busy machine the server may refuse the call for a moment. A 503 does not count as the lost answer.
      while (answer.status === 503) answer = await send()
      record.statuses.push(answer.status)
      await answer.arrayBuffer()
      await then()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  return record
}
const nothing = async () => undefined
const killAndStart = async () => {
  await app.kill()
  await app.start()
}
const isSignedIn = async (page: Page) => (await page.request.get('/api/auth/')).status() === 200
const values = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

it('somebody whose answer is lost with the server, as they sign up and as they log in, has one account, and goes on where they were', async () => {
  const { page, leave } = await app.newPerson(PHONE)
  await page.goto('/bible/KJV/John/3')
  await openNotes(page, 16)
  const please = page.getByRole('dialog', { name: 'Please log in to use this feature.' })
  await please.getByRole('button', { name: 'Sign Up' }).click()
  const dialog = page.getByRole('dialog')
  const signUp = await losingAnAnswer(page, '/api/auth/signup', app.kill)
  await dialog.getByLabel('Email').fill('twice@example.org')
  await dialog.getByLabel('Username').fill('twice')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  try {
    // The page repeated the call while the server was away. The form still has the typed text, and a press sends it.
    await dialog.getByRole('alert').waitFor()
    expect(await values(page)).toEqual(['twice@example.org', 'twice', PASSWORD, PASSWORD])
  } finally {
    await app.start()
  }
  expect(await isSignedIn(page)).toBe(false)
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Written after all.')
  expect(new Set(signUp.keys)).toEqual(new Set([expect.stringMatching(/^[\w-]{20,}$/)]))
  expect(signUp.statuses).toEqual([201, 201])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()

  for (const remember of [false, true]) {
    await page.context().clearCookies()
    await page.goto('/bible/KJV/John/3')
    await openNotes(page, 17)
    await please.getByRole('button', { name: 'Log In' }).click()
    // The answer to the log-in is lost. When `remember` is false, the server is also killed and started again. The page
    // repeats the call by itself, so the person presses "Log In" only once.
    const logIn = await losingAnAnswer(page, '/api/auth/login', remember ? nothing : killAndStart)
    await dialog.getByLabel('Email').fill('twice@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('checkbox').setChecked(remember)
    await dialog.getByRole('button', { name: 'Log In' }).click()
    await page.getByLabel('Note', { exact: true }).waitFor()
    expect(logIn.statuses).toEqual([200, 200])
    await page.keyboard.press('Escape')
    // The person is in the account that was made first.
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    const cookies = (await page.context().cookies()).filter(({ name }) => name === 'pathlight_session')
    expect(cookies.map(({ expires }) => expires !== -1)).toEqual([remember])
  }
  await leave()
})
