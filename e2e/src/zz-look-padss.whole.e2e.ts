import { it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { makeOwn, makePad, passage } from './pad-steps.ts'
import { DESKTOP, looking, PHONE, signUp } from './person.ts'

const app = appInBrowser()
it.each([
  ['en', 'light', DESKTOP],
  ['ko', 'dark', PHONE],
  ['ko', 'sepia', DESKTOP],
  ['en', 'light', PHONE],
] as const)('%s %s', async (language, theme, device) => {
  const { page, leave } = await app.newPerson(device, looking({ language, theme }))
  await page.goto('/bible/WEB/Psalms/23')
  await signUp(page, `looker${language}${theme}${device === PHONE ? 'p' : 'd'}`)
  const { note, highlight } = await makeOwn(page)
  const own = (kind: string, id: string) => ({ type: 'item', kind, id })
  const id = await makePad(page, 'With me: a series for Advent', [
    { type: 'heading', text: 'In the valley' },
    passage(19_023_004),
    own('note', note),
    own('highlight', highlight),
    { type: 'text', text: 'Open with the story of the night train. Then silence, then the verse again.' },
  ])
  await page.request.put(`/api/pad/detail/${id}`, {
    data: {
      title: 'With me: a series for Advent 2026',
      tags: ['advent', '대림절'],
      entries: [
        passage(19_023_004),
        { type: 'heading', text: 'In the valley' },
        { type: 'text', text: 'Open with the story of the night train. Then the verse again.' },
        own('highlight', highlight),
        passage(23_043_002, null),
      ],
    },
  })
  await makePad(page, '나와 함께', [{ type: 'text', text: '골짜기에서 시편은 목자를 말하다가 목자에게 말한다.' }])
  const name = `${language}-${theme}-${device === PHONE ? 'phone' : 'desk'}`
  for (const [what, path] of [
    ['list', '/my-memos/pads'],
    ['history', '/my-memos/history'],
    ['stream', '/my-memos'],
    ['page', `/my-memos/pads/${id}`],
  ] as const) {
    await page.goto(path)
    await page
      .getByRole('main')
      .getByText(/With me|valley/)
      .first()
      .waitFor()
    if (what === 'history') {
      await page
        .getByRole('main')
        .getByRole('button', { name: /edited|수정/ })
        .first()
        .click()
      await page.locator('ins, del').first().waitFor()
    }
    await page.waitForTimeout(800)
    await page.screenshot({ path: `/tmp/look-${name}-${what}.png`, fullPage: what !== 'history' })
  }
  await leave()
})
