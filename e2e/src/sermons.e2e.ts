import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, PASSWORD, picture, said, signUpByCall } from './person.ts'
import { addOn, editor, openPassage, openSermon } from './sermon-steps.ts'

const app = appInBrowser(undefined, bringKoreanBible)

describe('a sermon at the desk', () => {
  it('is written beside the text, with a passage put in by typing its reference, saved, found and opened again', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await signUpByCall(page, 'deskpastor')
    await page.reload()
    await openSermon(page, 16)
    // The chosen verse gives the start chapter and the start verse, which cannot be edited.
    for (const [name, value] of [
      ['Start Chapter', '3'],
      ['Start Verse', '16'],
    ] as const) {
      await expect.poll(() => page.getByLabel(name).inputValue()).toBe(value)
      expect(await page.getByLabel(name).getAttribute('readonly')).not.toBeNull()
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText('Please fill in the following required fields: Title, Speaker, Sermon Content', { exact: true })
      .waitFor()

    await page.getByLabel('Title', { exact: true }).fill('The width of love')
    await page.getByLabel('Speaker').fill('Ruth')
    await openPassage(page, 'John 3:16 · WEB')
    await page.getByLabel('End Verse').fill('15')
    await page.keyboard.press('Escape')
    await editor(page).click()
    await page.keyboard.type('# So loved\nGod **gave** his Son.\n- one\ntwo\n\nAs it says, Rom 8:28-30')
    await page.getByRole('button', { name: 'Put Romans 8:28-30 in' }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator('.scripture-quote', { hasText: 'Romans 8:28-30 (WEB)' }).waitFor()
    await page.keyboard.type('And so we live.')
    await picture(page, 'desk-editor')

    // The tools are one stop for the Tab key. Arrow keys move between the tools.
    const tool = (name: string) => page.getByRole('toolbar', { name: 'Text tools' }).getByRole('button', { name })
    await page.getByLabel('Style').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Justify')
    await tool('Center').click()
    await editor(page).locator("[data-align='center']", { hasText: 'And so we live.' }).waitFor()
    const panel = page.getByRole('complementary')
    const width = async () => (await panel.boundingBox())?.width ?? 0
    const before = await width()
    expect(await panel.getByRole('navigation', { name: 'Outline' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Wider' }).click()
    await expect.poll(width).toBeGreaterThan(before * 1.2)
    await panel
      .getByRole('navigation', { name: 'Outline' })
      .getByRole('button', { name: /So loved/ })
      .waitFor()
    expect(await violations(page, 'the editor of a sermon')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('The end of a sermon is in the same book').waitFor()
    await page.getByLabel('End Verse').fill('18')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await editor(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 sermon on verse 16' }).waitFor()

    // The saved sermon opens, also from another verse within its range.
    await page.keyboard.press('Escape')
    await openSermon(page, 17)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('The width of love')
    await editor(page).getByText('And so we live.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Amen.')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await editor(page).waitFor({ state: 'detached' })

    // The person chooses to begin a second sermon on the verse. The first sermon still opens by default.
    await page.keyboard.press('Escape')
    await openSermon(page, 16)
    await page.getByRole('button', { name: 'New sermon on this verse' }).click()
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => page.getByLabel('Speaker').inputValue()).toBe('Ruth')
    await page.getByLabel('Title', { exact: true }).fill('A second one')
    await editor(page).click()
    await page.keyboard.type('Gen 1:1')
    await page.getByLabel('Version to put in').selectOption('KJV')
    await page.getByRole('button', { name: 'Put Genesis 1:1 in' }).click()
    await page.locator('.scripture-quote', { hasText: 'Genesis 1:1 (KJV)' }).waitFor()
    await page.keyboard.type('Other words.')
    await tool('Link').click()
    await page.getByLabel('Address of the link').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('A link begins with https:// or mailto:').waitFor()
    await page.getByLabel('Address of the link').fill('https://example.org/')
    await page.keyboard.press('Enter')
    await editor(page).locator("a[href='https://example.org/']").waitFor()
    await tool('Undo').click()
    await editor(page).locator("a[href='https://example.org/']").waitFor({ state: 'detached' })
    await tool('Redo').click()
    await editor(page).getByText('Other words.').waitFor()
    await editor(page).locator("a[href='https://example.org/']").waitFor()
    // The session ends while the person writes. After the log-in the sermon is saved.
    expect(complaints.splice(0)).toEqual([])
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const logIn = page.getByRole('dialog')
    await logIn.getByLabel('Email').fill('deskpastor@example.org')
    await page.getByText('You are logged out. Log in to save; your words are kept on this device.').waitFor()
    await logIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await logIn.getByRole('button', { name: 'Log In' }).click()
    await said(page, 'Sermon saved successfully!')
    expect(complaints.splice(0).filter((one) => !one.includes('status of 401'))).toEqual([])
    await page.getByRole('button', { name: '2 sermons on verse 16' }).waitFor()
    await page.keyboard.press('Escape')
    await openSermon(page, 16)
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('The width of love')
    await expect
      .poll(() => page.getByLabel('Sermon on this verse').locator('option').allTextContents())
      .toEqual(['The width of love', 'A second one'])
    // The sermon's own page continues with the unsaved words.
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Not saved yet.')
    await page.getByRole('button', { name: 'Open as a page' }).click()
    await page.waitForURL('**/my-memos/sermons/*?edit')
    await page.getByText('What you had not saved is back.').waitFor()
    await editor(page).getByText('And so we live. Amen. Not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('And so we live. Amen.', { exact: true }).first().waitFor()

    await addOn(page, 1, 'Before them all', 'By night.')
    await page.goto('/my-memos/sermons')
    const search = page.getByLabel('Search your sermons')
    const titles = page.getByRole('heading', { level: 2 })
    await expect.poll(() => titles.allTextContents()).toEqual(['Before them all', 'A second one', 'The width of love'])
    for (const query of ['amen 요한복음', 'John 3:16-18']) {
      await search.fill(query)
      await expect.poll(() => titles.allTextContents(), { message: query }).toEqual(['The width of love'])
    }
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect.poll(() => titles.allTextContents()).toEqual(['The width of love (copy)', 'The width of love'])
    await search.fill('nothing like it')
    await page.getByText('No matching sermons found.').waitFor()
    await page.getByRole('button', { name: 'Show all sermons' }).click()
    await page.getByLabel('Sort by').selectOption('passage')
    await expect
      .poll(() => titles.allTextContents())
      .toEqual(['Before them all', 'A second one', 'The width of love (copy)', 'The width of love'])
    await picture(page, 'desk-list')
    expect(await violations(page, 'the list of sermons')).toEqual([])
    expect(await page.getByRole('link', { name: 'John 3:16-18 · WEB' }).first().getAttribute('href')).toBe(
      '/bible/WEB/John/3#v16',
    )
    await page.getByRole('link', { name: 'The width of love', exact: true }).click()
    await page.getByText('And so we live. Amen.').first().waitFor()
    expect(await page.getByRole('link', { name: 'Romans 8:28-30 (WEB)' }).first().getAttribute('href')).toBe(
      '/bible/WEB/Romans/8#v28',
    )
    expect(complaints).toEqual([])
    await leave()
  })

  it('may begin with an idea: it is kept as a draft, gets its passage later, and is then saved', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await signUpByCall(page, 'thinker')
    await page.goto('/my-memos/sermons')
    await page.getByRole('link', { name: 'New sermon', exact: true }).click()
    await editor(page).click()
    await page.keyboard.type('# The well\nShe came at noon.')
    const outline = page.getByRole('navigation', { name: 'Outline' })
    await outline.getByRole('button', { name: /The well/ }).waitFor()
    // Leaving needs no question, because the draft stays on the device and is listed.
    await page.getByRole('link', { name: 'My Sermons' }).first().click()
    await page.getByText('You have no sermons yet. Start adding sermons!').waitFor()
    await page.goto('/my-memos')
    await page.getByRole('link', { name: /She came at noon|The well/ }).click()
    await page.getByText('What you had not saved is back.').waitFor()
    await editor(page).getByText('She came at noon.').waitFor()

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/^Please fill in the following required fields: Title, Speaker, Start Chapter, Start Verse, End/)
      .waitFor()
    // The chip opens to show its missing fields.
    await page.getByLabel('Start Verse').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('Living water')
    await page.getByLabel('Speaker').fill('Ruth')
    await page.getByLabel('Start Verse').waitFor({ state: 'hidden' })
    await openPassage(page, 'Choose the passage')
    await page.getByLabel('Passage', { exact: true }).fill('John 4:5-15')
    for (const [name, value] of [
      ['Start Chapter', '4'],
      ['Start Verse', '5'],
      ['End Verse', '15'],
    ] as const)
      await expect.poll(() => page.getByLabel(name).inputValue()).toBe(value)
    expect(await violations(page, 'the passage of a sermon')).toEqual([])
    await page.keyboard.press('Escape')

    // The tools move to the selected words.
    const tools = page.getByRole('toolbar', { name: 'Text tools' })
    const heightOf = async () => (await tools.boundingBox())?.y ?? 0
    const atRest = await heightOf()
    await editor(page).getByText('She came at noon.').click({ clickCount: 3 })
    await expect.poll(heightOf).toBeLessThan(atRest - 100)
    await tools.getByRole('button', { name: 'Bold' }).click()
    await editor(page).locator('strong', { hasText: 'She came at noon.' }).waitFor()
    expect(await violations(page, 'the tools over a selection')).toEqual([])

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await page.getByRole('heading', { name: 'Living water', level: 1 }).waitFor()
    await page.getByRole('link', { name: /^John 4:5-15/ }).waitFor()
    await page.goto('/my-memos')
    await page.getByRole('link', { name: /Living water/ }).waitFor()
    expect(await page.locator('a[href*="?new"]').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })
})
