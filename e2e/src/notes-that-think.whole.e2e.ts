import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW, SMALL_CONTROLS } from './in-page.ts'
import { DESKTOP, looking, PHONE, signUpByCall, studyPanel } from './person.ts'
import { FIELDS } from './sermon-steps.ts'

const WORDS = {
  en: {
    ...{ memos: 'Memos', text: 'Note', save: 'Save', named: 'What I wrote that names it', links: 'What links here' },
    ...{
      verse: 'John 3:16',
      reference: 'Romans 8:28',
      goTo: 'Go to the sermon',
      gone: 'This was deleted',
      note: 'Note',
    },
    ...{ goneNote: 'You have no such note', edit: 'Edit', onVerse: (verse: number) => `1 note on verse ${verse}` },
    look: 'More on this verse',
  },
  ko: {
    ...{ memos: '메모', text: '메모', save: '저장', named: '이 구절을 언급한 내 글', links: '여기로 연결한 글' },
    ...{ verse: '요한복음 3:16', reference: '로마서 8:28', goTo: '설교로 가기', gone: '삭제된 글입니다', note: '메모' },
    ...{ goneNote: '내 메모 중에 없는 메모입니다', edit: '수정', onVerse: (verse: number) => `${verse}절의 메모 1개` },
    look: '이 구절 더 보기',
  },
} as const

const app = appInBrowser()

describe.each([
  ['en', DESKTOP],
  ['ko', PHONE],
] as const)('notes that think, in %s', (language, device) => {
  it('have Markdown, lead to verses and to other items, and are found from both', async () => {
    const words = WORDS[language]
    const { page, complaints, leave } = await app.newPerson(device, looking({ language }))
    await signUpByCall(page, `thinks-${language}`)
    const at = { startVerseId: 43_001_016, endVerseId: 43_001_016, verseId: 43_001_016, startChapter: 1, endChapter: 1 }
    const content = `Grace, as ${words.reference} has it.`
    const added = await page.request.post('/api/sermon/', {
      data: { ...FIELDS, ...at, title: 'Grace upon grace', content },
    })
    expect(added.status()).toBe(201)
    const sermon = (await added.json()).newSermon.id as string

    await page.goto('/bible/WEB/John/3')
    await page.locator(".verse-number[data-verse='16']").click()
    const bar = page.getByRole('toolbar').filter({ has: page.locator('[data-action]') })
    await bar.getByRole('button', { name: words.memos }).click()
    const panel = studyPanel(page).filter({ has: page.getByRole('heading', { level: 2 }) })
    const field = panel.getByRole('textbox', { name: words.text, exact: true })
    await field.pressSequentially(`**So** loved: ${words.reference}.\n- one\ntwo\n\n\nSee [[grace`)
    await panel.getByRole('option').first().waitFor()
    expect(await page.evaluate(OVERFLOW)).toBe(0)
    await page.keyboard.press('Enter')
    const written = `**So** loved: ${words.reference}.\n- one\n- two\n\nSee [Grace upon grace](/my-memos/sermons/${sermon})`
    await expect.poll(() => field.inputValue()).toBe(written)
    await panel.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('button', { name: words.onVerse(16) }).waitFor()
    await panel.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: words.onVerse(16) }).click()
    await panel.locator('.free-text strong', { hasText: 'So' }).waitFor()
    await expect.poll(() => panel.locator('.free-text li').allTextContents()).toEqual(['one', 'two'])
    const preview = page.locator('[data-radix-popper-content-wrapper]')
    const previewIn = async (part: Locator) => {
      const reference = part.getByRole('link', { name: words.reference, exact: true })
      if (device === PHONE) await reference.tap()
      else await reference.hover()
      await preview.getByText(/work together for good/).waitFor()
    }
    await previewIn(panel)
    if (device === PHONE) expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])
    expect(await page.evaluate(OVERFLOW)).toBe(0)
    expect(await violations(page, 'a preview of verses')).toEqual([])
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    const link = panel.getByRole('link', { name: 'Grace upon grace' })
    if (device === PHONE) {
      await link.tap()
      await preview.getByRole('link', { name: words.goTo }).click()
    } else await link.click()
    await page.waitForURL(`**/my-memos/sermons/${sermon}`)

    await previewIn(page.getByRole('article'))
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    await page.getByText(words.links, { exact: true }).click()
    await page.getByRole('region', { name: words.links }).getByRole('link').click()
    await page.waitForURL('**/my-memos/memos/*')
    await page.locator('.free-text strong', { hasText: 'So' }).waitFor()
    expect(await violations(page, 'the page of a note')).toEqual([])

    // The verse Romans 8:28 lists the note and the sermon, which both name it.
    await page.goto('/bible/WEB/Romans/8#v28')
    await page.locator(".verse-number[data-verse='28']").click()
    await bar.getByRole('button', { name: words.look }).click()
    await panel.getByText(words.named, { exact: true }).click()
    const naming = panel.getByRole('region', { name: words.named })
    await expect.poll(() => naming.getByRole('link').count()).toBe(2)
    await expect.poll(() => naming.getByRole('link').first().textContent()).toContain('So loved')
    if (device === PHONE) expect(await page.evaluate(SMALL_CONTROLS)).toEqual([])

    expect((await page.request.delete(`/api/sermon/${sermon}`)).status()).toBe(200)
    const [{ id }] = await (await page.request.get('/api/note/user')).json()
    await page.goto(`/my-memos/memos/${id}`)
    const dead = page.locator('article').getByRole('link', { name: 'Grace upon grace' })
    if (device === PHONE) await dead.tap()
    else await dead.hover()
    await preview.getByText(words.gone).waitFor()
    expect((await page.request.delete(`/api/note/detail/${id}`)).status()).toBe(200)
    await page.reload()
    await page.getByText(words.goneNote).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})
