import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { LOG_IN_PAGE, type OtherAnswer, openOtherPage } from './other-page.ts'
import { DESKTOP, openNotes, PHONE, picture, signUp, untilServed } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const
const ASKS = 'Another page answered instead of Pathlight: is there a log-in page of this network?'
const JSON_OF_ITS_OWN = { 'content-type': 'application/json' }

/** The answers that a network may give to every call. */
const ANSWERS: readonly (readonly [what: string, answer: OtherAnswer])[] = [
  ['its log-in page', LOG_IN_PAGE],
  ['nothing', { status: 200, body: '' }],
  ['another address', { status: 302, headers: { location: 'https://hotel.example/' }, body: '' }],
  ['JSON of its own', { status: 200, headers: JSON_OF_ITS_OWN, body: '{"login":true}' }],
  ['that nobody is logged in', { status: 401, headers: JSON_OF_ITS_OWN, body: '{"code":"not_logged_in"}' }],
  ['that there is nothing', { status: 404, body: '<h1>Not found</h1>' }],
]

describe('a network that answers in our place', () => {
  it('takes nothing, whatever it answers: what is written waits, what was seen is there, and all of it is sent afterwards', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'traveller')
    const noteOn = (verse: number, text: string) =>
      post(page, '/api/note/', { verse_id: 43_003_000 + verse, version: 'KJV', book: 'John', title: null, text })
    await noteOn(1, 'Seen before.')
    await untilServed(page)
    await page.goto('/my-memos/memos')
    await page.getByText('Seen before.').waitFor()
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: '1 note on verse 1', exact: true }).waitFor()
    await app.kill()
    const network = await openOtherPage(app.address)
    for (const [index, [what, answer]] of ANSWERS.entries()) {
      network.answerBy(answer)
      const verse = 20 + index
      await page.goto('/bible/KJV/John/3')
      await openNotes(page, verse)
      await page.getByLabel('Note', { exact: true }).fill(`Written where it answers ${what}.`)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(ASKS).first().waitFor()
      if (index === 0) await picture(page, 'other-page')
      await page.keyboard.press('Escape')
      await page.getByLabel('Note', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `1 note on verse ${verse}`, exact: true }).waitFor()
      await page.goto('/my-memos/memos')
      await page.getByText('Seen before.').waitFor()
      await page.getByText(`Written where it answers ${what}.`).waitFor()
    }
    // The person edits a saved note. The page must not say that another device deleted it.
    await page.goto('/bible/KJV/John/3')
    await page.getByRole('button', { name: '1 note on verse 1', exact: true }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Note', { exact: true }).fill('Edited in a hotel.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.goto('/my-memos/waiting')
    await page.getByText('Edited in a hotel.').waitFor()
    expect(await page.getByText('Deleted elsewhere').count()).toBe(0)
    await network.close()
    await app.start()
    await page.goto('/my-memos/waiting')
    await page.getByText('Everything is sent').waitFor()
    const texts = async () =>
      ((await (await page.request.get('/api/note/user')).json()) as { text: string }[])
        .map(({ text }) => text)
        .toSorted()
    // The requests name no log position, so early answers may lack the last notes.
    await expect
      .poll(texts)
      .toEqual(['Edited in a hotel.', ...ANSWERS.map(([what]) => `Written where it answers ${what}.`)].toSorted())
    complaints.splice(0)
    await leave()
  })

  it('is told to a visitor who reads, in Korean too', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...PHONE, ...allowed, locale: 'ko-KR' })
    await page.goto('/bible/KJV/John/3')
    await untilServed(page)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await app.kill()
    const network = await openOtherPage(app.address)
    await page.goto('/bible/KJV/Jude/1')
    await page.getByText('길빛 대신 다른 페이지가 응답했습니다').first().waitFor()
    await picture(page, 'other-page-ko')
    await page.goto('/bible/KJV/John/3')
    await page.getByText('God so loved the world').first().waitFor()
    await network.close()
    await app.start()
    await page.goto('/bible/KJV/Jude/1')
    await page.getByText('the servant of Jesus Christ').first().waitFor()
    complaints.splice(0)
    await leave()
  })
})
