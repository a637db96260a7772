import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DEFAULT, highlight, painted, select } from './highlight-steps.ts'
import { bringAsKrv, bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, logIn, type Person, PHONE, settled, signUp, studyPanel, verseNumber } from './person.ts'

let library = ''
const app = appInBrowser(undefined, (folder) => {
  library = folder
  return bringKoreanBible(folder)
})

describe('highlights, in KRV and WEB side by side', () => {
  let ruth: Person
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP, {
      columns: JSON.stringify([
        { version: 'KRV', book: 'John', chapter: 3 },
        { version: 'WEB', book: 'John', chapter: 3 },
      ]),
    })
    await ruth.page.goto('/bible-reading')
    await verseNumber(ruth.page, 5, 1).waitFor()
    await signUp(ruth.page, 'ruth')
  })

  it('is there on another device, also after a restart of the server', async () => {
    await select(ruth.page, 5, 'born of water', 1)
    await highlight(ruth.page).click()
    await expect.poll(() => painted(ruth.page)).toEqual([`c2:5 ${DEFAULT}: born of water`])
    const before = (await painted(ruth.page)).filter((one) => one.startsWith('c2')).map((one) => one.slice(3))
    await app.restart()
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await logIn(page, 'ruth')
    await expect.poll(async () => (await painted(page)).map((one) => one.slice(3))).toEqual(before)
    expect(complaints).toEqual([])
    await leave()
  })

  it('stays on its words after a text was imported anew, else on the whole verse, and says so', async () => {
    const { page } = ruth
    await verseNumber(page, 2, 0).click()
    await highlight(page).click()
    await expect.poll(() => painted(page)).toContainEqual(expect.stringMatching(/^c1:2 /))
    await select(page, 4, '하나님이', 0)
    // The server must have the highlight before it gets the other text.
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/highlight/add'))
    await highlight(page).click()
    await sent
    await expect.poll(() => painted(page)).toContain(`c1:4 ${DEFAULT}: 하나님이`)
    const chapter = await page.request.get('/api/bible/chapter?version=KRV&book=John&chapter=3')
    const { verses }: { verses: { verse: number; text: string }[] } = await chapter.json()
    const textOf = (number: number) => verses.find(({ verse }) => verse === number)?.text ?? ''
    const without = textOf(4).replaceAll('하나님이', '주께서')
    const changed = new Map([
      [2, `참으로 ${textOf(2)}`],
      [4, without],
    ])
    await bringAsKrv(
      library,
      verses.map(({ verse, text }) => ({ book: 'John', chapter: 3, verse, text: changed.get(verse) ?? text })),
    )
    await page.goto('/bible-reading')
    // The words of one highlight may be in several `mark` elements.
    const paintedOn = async (verse: number) =>
      (await painted(page))
        .filter((one) => one.startsWith(`c1:${verse} ${DEFAULT}: `))
        .flatMap((one) => one.split(': ')[1]?.split(' '))
        .sort()
    await expect.poll(() => paintedOn(2)).toEqual(textOf(2).split(' ').sort())
    await expect.poll(() => paintedOn(4)).toEqual(without.split(' ').sort())
    await verseNumber(page, 4, 0).click()
    await highlight(page).click()
    const list = page.getByRole('complementary').getByRole('region', { name: 'Highlights' })
    await list.getByText('하나님이', { exact: true }).waitFor()
    await list.getByText(/no longer has these words. The highlight is on the whole verse/).waitFor()
  })

  it('made the browser complain about nothing', () => {
    expect(ruth.complaints).toEqual([])
  })
})

describe('highlights by touch', () => {
  it('are made, met and deleted at the thumb', async () => {
    const { page, complaints, leave } = await app.newPerson(PHONE)
    await page.goto('/bible/KRV/John/3')
    await signUp(page, 'boaz')
    await select(page, 5, '하나님이')
    await highlight(page).tap()
    await expect.poll(() => painted(page)).toEqual([`c1:5 ${DEFAULT}: 하나님이`])
    await verseNumber(page, 5).tap()
    await highlight(page).tap()
    await studyPanel(page).getByRole('button', { name: 'Delete the highlight “하나님이”' }).tap()
    await studyPanel(page).waitFor({ state: 'detached' })
    await expect.poll(() => painted(page)).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('highlights without an answer from the server', () => {
  it('are shown at once, are there after a reload, and are sent when it answers again', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    await page.goto('/bible/WEB/John/3')
    await signUp(page, 'orpah')
    await page.route('**/api/highlight/add', (route) => route.abort())
    await verseNumber(page, 16).click()
    await highlight(page).click()
    await expect.poll(async () => (await painted(page)).join()).toContain('c1:16')
    await page.reload()
    await expect.poll(async () => (await painted(page)).join()).toContain('c1:16')
    const count = () =>
      page.evaluate<number>(
        "fetch('/api/resource-counts').then((answer) => answer.json()).then((all) => all.highlights_count)",
      )
    expect(await count()).toBe(0)
    await page.unroute('**/api/highlight/add')
    await page.reload()
    await expect.poll(count).toBe(1)
    await leave()
  })
})

describe('a browser that paints no ranges', () => {
  it('shows highlights in their colours as every browser does, and says them to a screen reader', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.addInitScript('delete CSS.highlights')
    await settled(page, '/bible/WEB/John/3')
    await signUp(page, 'naomi')
    await verseNumber(page, 16).click()
    await highlight(page).click()
    const marks = page.locator(".verse[data-verse='16'] mark")
    await marks.first().waitFor()
    expect(await marks.first().evaluate((mark) => getComputedStyle(mark).backgroundColor)).toBe('rgb(216, 219, 247)')
    await expect.poll(() => marks.first().getAttribute('data-says')).toBe('highlighted, your color')
    expect((await marks.allTextContents()).join('')).toMatch(/^For God so loved the world.*eternal life\.$/)
    expect(complaints).toEqual([])
    await leave()
  })
})
