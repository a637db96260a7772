import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { fingerOn } from './finger.ts'
import { makeOwn, makePad, passage } from './pad-steps.ts'
import { DESKTOP, letOffersStay, PHONE, said, signUpByCall, studyPanel, untilServed } from './person.ts'

const app = appInBrowser()

const rows = (page: Page) => page.locator('[data-row]')
/** The text or the name of each row. */
const beginnings = (page: Page): Promise<readonly string[]> =>
  rows(page).evaluateAll((all) =>
    all.map(
      (row) => row.querySelector('textarea')?.value ?? row.querySelector('.pad-name, .rich-text')?.textContent ?? '',
    ),
  )
const expectRows = (page: Page, expected: readonly string[]) =>
  expect.poll(() => beginnings(page)).toEqual(expected.map((one) => expect.stringMatching(new RegExp(`^${one}`))))
const field = (page: Page) => page.getByLabel('A reference, a heading or a text to add')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const saved = (page: Page) => page.locator('.pad-page').getByText('Saved', { exact: true }).waitFor()
const addFromReader = async (page: Page, verse: number) => {
  await page.getByRole('button', { name: `Verse ${verse}`, exact: true }).click()
  const bar = page.getByRole('toolbar', { name: `Verse ${verse}`, exact: true })
  await bar.getByRole('button', { name: 'Pad', exact: true }).click()
}

describe('a pastor who gathers a series', () => {
  it('adds verses while reading, with one press once there is a pad, and sees to which it went', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/WEB/Psalms/23')
    await signUpByCall(page, 'gatherer')
    await page.reload()
    await addFromReader(page, 4)
    const panel = studyPanel(page)
    await panel.getByLabel('Title of the new study pad').fill('With me')
    await panel.getByRole('button', { name: 'Create and add' }).click()
    await said(page, 'Added to “With me”')
    await panel.getByRole('button', { name: /^With me/, pressed: true }).waitFor()
    expect(await violations(page, 'the pads of a verse', ['light'])).toEqual([])
    await page.keyboard.press('Escape')

    await addFromReader(page, 1)
    await said(page, 'Added to “With me”')
    // Verse 1 went into the wrong pad. The person moves it to another pad.
    await page.getByRole('button', { name: 'Another pad' }).click()
    await panel.getByRole('button', { name: /^With me/, pressed: true }).click()
    await panel.getByRole('button', { name: /^With me/, pressed: false }).waitFor()
    await panel.getByRole('button', { name: 'New study pad' }).click()
    await panel.getByLabel('Title of the new study pad').fill('Shepherds')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: /^Shepherds/, pressed: true }).waitFor()

    await page.goto('/my-memos/pads')
    await page.getByRole('link', { name: 'With me', exact: true }).click()
    await expectRows(page, ['Psalm 23:4'])
    await page.getByText('I will fear no evil').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('adds passages, headings and a note, orders them by keyboard and pointer, and finds all as it was', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await letOffersStay(page)
    await page.goto('/')
    await signUpByCall(page, 'orderer')
    const own = await makeOwn(page)
    await page.goto('/my-memos/pads')
    await page.getByRole('link', { name: 'New study pad' }).click()
    await field(page).fill('No title yet')
    await page.keyboard.press('Enter')
    await save(page)
    await page.getByText('A study pad needs a title.').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('With me: a series for Advent')
    await field(page).fill('시 23:4; Isa 43:2')
    await page.getByRole('button', { name: 'Add 2 passages' }).waitFor()
    await page.getByLabel('Version of the passage').selectOption('KJV')
    await field(page).press('Enter')
    await field(page).fill('# In the valley')
    await field(page).press('Enter')
    await field(page).fill('[[')
    await page.getByLabel('Search everything you have written').fill('shepherd')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Your note/ })
      .click()
    await expectRows(page, ['No title yet', 'Psalm 23:4', 'Isaiah 43:2', 'In the valley', 'From “he” to “you”'])
    await field(page).fill('Nowhere 3:16')
    await page.getByRole('button', { name: 'Passage', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/Nowhere/)
      .waitFor()
    await field(page).fill('')

    const heading = page.getByLabel('Heading', { exact: true })
    await heading.focus()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowUp')
    await page.getByRole('status').getByText('In the valley: place 1 of 5').waitFor({ state: 'attached' })
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectRows(page, ['In the valley', 'No title yet', 'Psalm 23:4', 'Isaiah 43:2', 'From “he” to “you”'])
    await page.keyboard.press('Alt+ArrowUp')
    await expectRows(page, ['In the valley', 'No title yet', 'Psalm 23:4', 'Isaiah 43:2', 'From “he” to “you”'])

    // The note's row is dragged by its grip to the place of the row before it.
    const grip = rows(page).nth(4).locator('[data-grip]')
    await rows(page).nth(4).hover()
    const [from, to] = [await grip.boundingBox(), await rows(page).nth(3).boundingBox()]
    if (!from || !to) throw new Error('There are no rows')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 20, from.y - 20, { steps: 3 })
    await page.mouse.move(from.x + 20, to.y + 4, { steps: 6 })
    await page.mouse.up()
    await expectRows(page, ['In the valley', 'No title yet', 'Psalm 23:4', 'From “he” to “you”', 'Isaiah 43:2'])
    expect(await page.getByRole('menu').count()).toBe(0)

    await rows(page).nth(1).hover()
    await rows(page).nth(1).locator('[data-grip]').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expectRows(page, ['In the valley', 'Psalm 23:4', 'From “he” to “you”', 'Isaiah 43:2'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectRows(page, ['In the valley', 'No title yet', 'Psalm 23:4', 'From “he” to “you”', 'Isaiah 43:2'])
    await rows(page).nth(2).locator('[data-grip]').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'WEB' }).click()
    await rows(page).nth(2).getByText('WEB', { exact: true }).waitFor()

    const bold = rows(page).nth(1).locator('strong', { hasText: 'at all' })
    await rows(page).nth(1).locator('.pad-shown').click()
    await page.keyboard.type(' **at all**')
    expect(await bold.count()).toBe(0)
    await page.keyboard.press('Tab')
    await bold.waitFor()

    await save(page)
    await page.waitForURL(/\/my-memos\/pads\/[0-9a-f-]+$/)
    await saved(page)
    await page.reload()
    await expectRows(page, ['In the valley', 'No title yet', 'Psalm 23:4', 'From “he” to “you”', 'Isaiah 43:2'])
    expect(await violations(page, 'a study pad')).toEqual([])
    const note = `/api/note/detail/${own.note}`
    expect((await page.request.put(note, { data: { title: null, text: 'Written anew.' } })).status()).toBe(200)
    await rows(page).nth(3).getByText('Written anew.').waitFor()
    expect((await page.request.delete(note)).status()).toBeLessThan(300)
    await rows(page).nth(3).getByText('Your note: it was deleted.').waitFor()

    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('[data-grip]:visible, .pad-add:visible, textarea:visible').count()).toBe(0)
    await bold.waitFor()
    await page.emulateMedia({ media: 'screen' })
    expect(complaints).toEqual([])
    await leave()
  })

  it('orders them by touch, and takes the pad along as files', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...PHONE, acceptDownloads: true })
    await page.goto('/')
    await signUpByCall(page, 'toucher')
    const heading = { type: 'heading', text: 'In the valley' }
    const id = await makePad(page, 'With me', [
      passage(19_023_004),
      { type: 'text', text: 'Silence, **then** the verse.' },
      heading,
    ])
    await page.goto(`/my-memos/pads/${id}`)
    await page.getByText('I will fear no evil').waitFor()
    await expectRows(page, ['Psalm 23:4', 'Silence', 'In the valley'])
    const [grip, first] = [
      await rows(page).nth(2).locator('[data-grip]').boundingBox(),
      await rows(page).nth(0).boundingBox(),
    ]
    if (!grip || !first) throw new Error('There are no rows')
    const [x, y] = [grip.x + 22, grip.y + 22]
    const { goThrough, lift } = await fingerOn(page)
    await goThrough([x, y], [x, y - 20], [x, first.y + 4])
    await lift()
    await expectRows(page, ['In the valley', 'Psalm 23:4', 'Silence'])
    expect(await page.getByRole('menu').count()).toBe(0)
    await save(page)
    await saved(page)
    expect((await (await page.request.get(`/api/pad/detail/${id}`)).json()).entries[0]).toEqual(heading)

    const take = async (format: string) => {
      await page.getByRole('button', { name: 'Export or print' }).tap()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).tap(),
      ])
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const markdown = await take('Markdown (.md)')
    expect(markdown.name).toBe('With me.md')
    expect(markdown.bytes.toString()).toMatch(
      /^# With me\n\n## In the valley\n\n> .*I will fear no evil.*\n>\n> — Psalm 23:4 \(WEB\)\n\nSilence, \*\*then\*\* the verse\.\n$/s,
    )
    const web = await take('Web page (.html)')
    expect(web.name).toBe('With me.html')
    expect(web.bytes.toString()).toMatch(
      /^<!doctype html>\n<html lang="en">.*I will fear no evil.*<strong>then<\/strong>/s,
    )
    const docx = await take('Word (.docx)')
    expect(docx.name).toBe('With me.docx')
    // PK begins a zip, which is the format of Word documents.
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(complaints).toEqual([])
    await leave()
  })

  it('goes on without a network: what is written is kept, sent later, and there after a reload', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, serviceWorkers: 'allow' })
    await page.goto('/bible/WEB/Psalms/23')
    await signUpByCall(page, 'awaypastor')
    const id = await makePad(page, 'With me', [passage(19_023_004), { type: 'text', text: 'Silence.' }])
    await page.reload()
    await untilServed(page)
    await page.goto(`/my-memos/pads/${id}`)
    await page.getByText('I will fear no evil').waitFor()
    await app.kill()
    try {
      await page.getByLabel('Text', { exact: true }).fill('Silence, then the verse again.')
      await save(page)
      await page.getByText('Will be sent', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('I will fear no evil').waitFor()
      await expectRows(page, ['Psalm 23:4', 'Silence, then the verse again.'])
    } finally {
      await app.start()
    }
    await expect
      .poll(async () => (await (await page.request.get(`/api/pad/detail/${id}`)).json()).entries[1].text)
      .toBe('Silence, then the verse again.')
    await leave()
  })
})
