import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { hostileHtml, hostileNodes } from './hostile-contents.ts'
import { OVERFLOW } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { OWN } from './other-page.ts'
import { DESKTOP, looking, PASSWORD, PHONE, picture, said, setTheme, signUpByCall } from './person.ts'
import { addOn, editor, FIELDS, KOREAN, openSermon } from './sermon-steps.ts'

const app = appInBrowser(undefined, bringKoreanBible)

describe('a sermon at the desk', () => {
  it('that two devices changed is shown twice, and neither is lost', async () => {
    const desk = await app.newPerson(DESKTOP)
    await desk.page.goto('/')
    await signUpByCall(desk.page, 'twodevices')
    const id = await addOn(desk.page, 16, 'Ours', 'The first words.')
    const write = async (page: Page, title: string) => {
      await page.getByLabel('Title', { exact: true }).fill(title)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await desk.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(desk.page).waitFor()
    const phone = await app.newPerson(PHONE)
    await phone.page.goto('/login')
    await phone.page.request.post('/api/auth/login', {
      data: { email: 'twodevices@example.org', password: PASSWORD, remember: false },
    })
    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).waitFor()
    await write(phone.page, 'From the phone')
    await said(phone.page, 'Sermon saved successfully!')
    await editor(desk.page).click()
    await desk.page.keyboard.press('Control+Home')
    await desk.page.keyboard.type('Words of the desk. ')
    await write(desk.page, 'From the desk')
    const conflict = (page: Page) => page.getByRole('region', { name: 'Changed on another device' })
    await conflict(desk.page).getByRole('alert').waitFor()
    await expect.poll(() => desk.page.locator(':focus').textContent()).toBe('Changed on another device')
    await conflict(desk.page).getByText('From the phone', { exact: true }).waitFor()
    await conflict(desk.page).locator('ins').filter({ hasText: 'desk' }).first().waitFor()
    await picture(desk.page, 'desk-conflict')
    expect(await violations(desk.page, 'two versions of a sermon')).toEqual([])
    // The test aborts the write, so its words return to the editor.
    await desk.page.route('**/api/sermon/*', (route) => route.abort())
    await conflict(desk.page).getByRole('button', { name: 'Keep mine' }).click()
    await editor(desk.page).getByText('Words of the desk. The first words.').waitFor()
    await desk.page.unroute('**/api/sermon/*')
    await said(desk.page, 'Sermon saved successfully!')
    expect(desk.complaints.splice(0).filter((one) => !one.includes('ERR_FAILED'))).toEqual([])

    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).getByText('Words of the desk.').waitFor()
    const meanwhile = (title: string) =>
      desk.page.request.put(`/api/sermon/${id}`, {
        data: { ...FIELDS, startVerseId: 43_003_016, endVerseId: 43_003_016, title, content: 'Of a third device.' },
      })
    expect((await meanwhile('From elsewhere')).status()).toBe(200)
    await write(phone.page, 'From the phone again')
    await conflict(phone.page).getByRole('button', { name: 'Keep both' }).click()
    await said(phone.page, 'Sermon saved successfully!')
    await desk.page.goto('/my-memos/sermons')
    for (const title of ['From elsewhere', 'From the phone again'])
      await desk.page.getByRole('link', { name: title, exact: true }).waitFor()

    // A sermon that another device has changed is not deleted before the person sees the change. A discarded change
    // does not return.
    await desk.page.getByRole('link', { name: 'From elsewhere', exact: true }).click()
    await desk.page.getByRole('button', { name: 'Edit' }).click()
    await desk.page.getByLabel('Speaker').fill('Nobody')
    expect((await meanwhile('Once more from elsewhere')).status()).toBe(200)
    await desk.page.getByRole('button', { name: 'Delete' }).click()
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await conflict(desk.page).getByRole('button', { name: 'Take the saved one' }).click()
    await desk.page.getByRole('heading', { name: 'Once more from elsewhere', level: 1 }).waitFor()
    await desk.page.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => desk.page.getByLabel('Speaker').inputValue()).toBe('Ruth')
    await editor(desk.page).getByText('Of a third device.').waitFor()

    // A sermon that one device deletes stays in the other device's editor.
    await phone.page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(phone.page).waitFor()
    const remove = async () => {
      await desk.page.getByRole('button', { name: 'Delete' }).click()
      await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    await desk.page.route('**/api/sermon/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, headers: OWN, json: {} }) : route.continue(),
    )
    await remove()
    const alert = desk.page.getByRole('alert')
    await alert.getByText('Failed to delete the sermon. Please try again.', { exact: true }).waitFor()
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining('status of 500')])
    await desk.page.unroute('**/api/sermon/*')
    await remove()
    await said(desk.page, 'Sermon deleted successfully!')
    await write(phone.page, 'Once more')
    await phone.page.getByRole('alert').getByText('Deleted on another device').waitFor()
    await phone.page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(phone.page, 'Sermon saved successfully!')
    expect([...desk.complaints, ...phone.complaints]).toEqual([])
    await phone.leave()
    await desk.leave()
  })

  it('links to another, which [[ offers', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    await page.goto('/')
    await signUpByCall(page, 'linker')
    const other = await addOn(page, 16, 'Grace upon grace', 'The first words.')
    const id = await addOn(page, 17, 'Not to judge', 'Words.')
    await page.goto(`/my-memos/sermons/${id}?edit`)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' See [[grace')
    await page.getByRole('option', { name: /Grace upon grace/ }).waitFor()
    await page.keyboard.press('Enter')
    await editor(page).getByText('Words. See Grace upon grace', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Sermon saved successfully!')
    await page.getByRole('article').getByRole('link', { name: 'Grace upon grace' }).click()
    await page.waitForURL(`**/my-memos/sermons/${other}`)
    await page.getByRole('heading', { name: 'Grace upon grace', level: 1 }).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('is read in pages, from the pulpit, on paper and as files', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...DESKTOP, acceptDownloads: true })
    await page.goto('/login')
    await signUpByCall(page, 'reader')
    const words = (n: number) => Array.from({ length: 450 }, (_, at) => `word${n * 450 + at}`).join(' ')
    const link = '<p>See <a href="https://example.org/">there</a>, <b>bold</b> and <u>low</u>.</p>'
    const list = '<ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol>'
    const html = `<h1>First</h1>${link}${list}<p>${words(0)}</p><h2>Second</h2><p>${words(1)}</p>`
    const id = await addOn(page, 16, 'A long one: *with* stars', html)
    await page.addInitScript(`Object.defineProperty(navigator, 'wakeLock', { value: {
      request: async (what) => { globalThis.awake = what; return { release: async () => { globalThis.awake = 'let go' } } } } })`)
    await page.goto(`/my-memos/sermons/${id}`)
    const shown = page.getByRole('article')
    await page.getByText('Page 1 of 3').waitFor()
    const pages: string[] = []
    for (let at = 1; ; at += 1) {
      pages.push((await shown.locator('.rich-text').first().textContent()) ?? '')
      if (at === 3) break
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText(`Page ${at + 1} of 3`).waitFor()
    }
    expect(await violations(page, 'a sermon')).toEqual([])
    for (const one of pages) expect(one.match(/\S+/g)?.length).toBeLessThanOrEqual(410)
    expect(pages.join(' ').match(/word\d+/g)).toEqual(Array.from({ length: 900 }, (_, at) => `word${at}`))

    await page.getByLabel('Pages', { exact: true }).first().selectOption('lines')
    await page.getByText(/Page 1 of [3-9]/).waitFor()
    const frame = await page.locator('.line-pages').evaluate((element) => {
      const { height } = element.getBoundingClientRect()
      return height / Number.parseFloat(getComputedStyle(element.firstElementChild ?? element).lineHeight)
    })
    expect(frame).toBeCloseTo(20, 1)

    await page.getByRole('button', { name: 'Pulpit view' }).click()
    const pulpit = page.getByRole('dialog', { name: 'A long one' })
    await pulpit.getByText(/^Page 1 of \d+$/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(' ')
    await pulpit.getByText(/^Page 3 of \d+$/).waitFor()
    await page.keyboard.press('PageUp')
    await pulpit.getByText(/^Page 2 of \d+$/).waitFor()
    await page.mouse.click(200, 400)
    await pulpit.getByText(/^Page 1 of \d+$/).waitFor()
    await picture(page, 'desk-pulpit')
    expect(await page.evaluate('awake')).toBe('screen')
    await pulpit.getByText(/began 0:0[1-9]$/).waitFor()
    for (let stop = 0; stop < 7; stop += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true)
    }
    expect(await violations(page, 'the pulpit view')).toEqual([])
    await page.keyboard.press('Escape')
    await pulpit.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('awake')).toBe('let go')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Pulpit view')

    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('.rich-text:visible')
    await expect.poll(() => printed.textContent()).toMatch(/word0 [\s\S]* word899/)
    await expect.poll(() => page.getByRole('link', { name: 'John 3:16 · WEB' }).first().isVisible()).toBe(true)
    await expect.poll(() => page.getByText(/^Ruth · \d{1,2} [A-Z][a-z]+ \d{4}$/).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })

    const take = async (format: RegExp): Promise<{ name: string; bytes: Buffer }> => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const markdown = await take(/Markdown/)
    expect(markdown.name).toBe('A long one with stars.md')
    expect(markdown.bytes.toString()).toMatch(
      /^# A long one: \\\*with\\\* stars\n\nRuth {2}\nJohn 3:16 \(WEB\)\n\n# First\n\n/,
    )
    expect(markdown.bytes.toString()).toContain('See [there](https://example.org/), **bold** and low.')
    expect(markdown.bytes.toString()).toContain('- one\n')
    expect(markdown.bytes.toString()).toContain('3. three')
    const web = (await take(/html/)).bytes.toString()
    expect(web).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(web).toContain('<ol start="3"><li><p>three</p></li></ol>')
    expect(web).toContain('word899')
    const docx = await take(/docx/)
    // PK begins a zip, which is the format of Word documents.
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(docx.bytes.length).toBeGreaterThan(5_000)
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('the tab of a sermon on a phone', () => {
  it('offers no way back to a chapter that another tab has read since; the tab of the text does', async () => {
    const { page, leave, complaints } = await app.newPerson(PHONE)
    await page.goto('/bible/KJV/Mark/1')
    await signUpByCall(page, 'silas')
    await page.reload()
    await openSermon(page, 3)
    const onward = page.getByRole('link', { name: 'Continue with Mark 2' })
    const beside = await page.context().newPage()
    await beside.goto('/bible/KJV/Mark/1')
    await beside.getByRole('button', { name: 'Next chapter' }).first().click()
    await beside.getByRole('heading', { name: 'Mark 2', level: 1 }).waitFor()
    // The device stores the columns once the chapter has loaded. The sermon's tab may see them later than the other tab.
    await expect.poll(() => page.evaluate('localStorage.columns')).toContain('"book":"Mark","chapter":2')
    await beside.close()
    // The page was in the background, where it may lose a touch.
    await page.bringToFront()
    // The address changes without the app, as by a link to a verse of the open chapter.
    await page.evaluate("location.hash = '#v5'")
    await expect.poll(() => page.evaluate('history.state?.usr ?? null')).toBe(null)
    await expect.poll(() => page.getByRole('tab', { name: 'Sermon' }).getAttribute('aria-selected')).toBe('true')
    expect(await onward.isVisible()).toBe(false)
    const text = page.getByRole('tab', { name: 'KJV' })
    await text.tap()
    await expect.poll(() => text.getAttribute('aria-selected')).toBe('true')
    await onward.waitFor()
    await page.getByRole('tab', { name: 'Sermon' }).tap()
    await onward.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('a sermon on a phone, in Korean', () => {
  it('is written in a tab of its own, survives a reload, and is preached', async () => {
    const columns = ['WEB', 'KRV'].map((version) => ({ version, book: 'John', chapter: 3 }))
    const { page, complaints, leave } = await app.newPerson(
      { ...PHONE, locale: 'ko-KR', acceptDownloads: true },
      { ...looking({ language: 'ko' }), columns: JSON.stringify(columns) },
    )

    await page.goto('/login')
    await signUpByCall(page, 'moksa')
    await page.goto('/bible-reading')
    await page.getByRole('tab', { name: '개역한글' }).tap()
    await openSermon(page, 16, KOREAN)
    await expect.poll(() => page.getByRole('tab', { name: '설교' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: '저장', exact: true }).tap()
    await page.getByRole('alert').getByText('다음 필수 항목을 입력해 주세요: 제목, 설교자, 설교 내용').waitFor()
    await page.getByLabel('제목', { exact: true }).fill('사랑의 넓이')
    await page.getByLabel('설교자').fill('김은혜')
    await editor(page).tap()
    // Types as an input method does. During a composition nothing is offered, and a pause in which words are counted
    // and stored does not end the composition.
    const typedText = '하나님의 사랑은 요 3:16'
    const hand = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      hand.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await compose('하나님의 사')
    await page.getByText(/^2단어/).waitFor()
    await compose(typedText)
    await page.getByText(/^4단어/).waitFor()
    await editor(page).getByText(typedText, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: '요한복음 3:16 넣기' }).count()).toBe(0)
    await hand.send('Input.insertText', { text: typedText })
    await page.getByRole('button', { name: '요한복음 3:16 넣기' }).waitFor()
    await expect.poll(() => editor(page).textContent()).toBe(typedText)
    await picture(page, 'phone-offer')
    await page.getByRole('button', { name: '요한복음 3:16 넣기' }).tap()
    await page.locator('.scripture-quote', { hasText: '요한복음 3:16 (개역한글)' }).waitFor()
    await page.getByText(/약 1분/).waitFor()
    await picture(page, 'phone-editor')
    await page.getByRole('tab', { name: '개역한글' }).tap()
    expect(await editor(page).isVisible()).toBe(false)
    await page.getByRole('tab', { name: '설교' }).tap()
    await expect.poll(() => editor(page).isVisible()).toBe(true)

    // Unsaved words are restored after a reload. The browser asks before the reload.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await openSermon(page, 16, KOREAN)
    await page.getByText('저장하지 않은 내용을 되살렸어요.').waitFor()
    await editor(page).getByText('하나님의 사랑은').waitFor()
    // Fields that the server calls missing are named in the person's language.
    const missing = { code: 'sermon_fields_missing', message: 'Title', params: { fields: 'title, endVerseId' } }
    await page.route('**/api/sermon/', (route) => route.fulfill({ status: 400, headers: OWN, json: missing }))
    await page.getByRole('button', { name: '저장', exact: true }).tap()
    await page.getByText('설교를 저장하지 못했습니다. 다시 시도해 주세요.').waitFor()
    await page.getByText('다음 필수 항목을 입력해 주세요: 제목, 끝 절', { exact: true }).waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 400')])
    await page.unroute('**/api/sermon/')
    await page.getByRole('button', { name: '저장', exact: true }).tap()
    await said(page, '설교를 저장했습니다!')
    await editor(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('tab', { name: 'WEB' }).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('button', { name: '16절의 설교 1편' }).waitFor()

    await page.goto('/my-memos/sermons')
    await page.getByLabel('설교 검색').fill('사랑은')
    await page.getByText('사랑의 넓이').waitFor()
    await page.getByRole('link', { name: '사랑의 넓이' }).tap()
    await page.getByRole('button', { name: '강단 보기' }).tap()
    await page
      .getByText(/쪽 중 1쪽/)
      .last()
      .waitFor()
    await picture(page, 'phone-pulpit')
    await page.getByRole('button', { name: '강단 보기 끝내기' }).tap()
    await setTheme(page, 'dark')
    await picture(page, 'phone-read-dark')
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)

    // The downloaded file has the sermon's title as its name. The printed page has it as its title.
    await page.getByRole('button', { name: '내보내기' }).tap()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: '마크다운' }).tap(),
    ])
    expect(file.suggestedFilename()).toBe('사랑의 넓이.md')
    const markdown = readFileSync(await file.path(), 'utf8')
    expect(markdown).toMatch(/^# 사랑의 넓이\n\n김은혜 {2}\n요한복음 3:16 \(개역한글\)\n/)
    expect(markdown).toContain('— 요한복음 3:16 (개역한글)')
    await expect.poll(() => page.title()).toContain('사랑의 넓이')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.rich-text:visible').textContent()).toContain('하나님의 사랑은')
    await page.emulateMedia({ media: null })

    await page.getByRole('button', { name: '수정' }).tap()
    await editor(page).waitFor()
    await picture(page, 'phone-edit-dark')
    // The passage is a single chip, so that the text begins on the first screen.
    const folded = page.locator('summary', { hasText: '요한복음 3:16 · 개역한글' })
    expect(await page.getByLabel('끝 절').isVisible()).toBe(false)
    await folded.tap()
    await expect.poll(() => page.getByLabel('끝 절').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('끝 절').isVisible()).toBe(false)
    expect((await editor(page).boundingBox())?.y).toBeLessThan(PHONE.viewport.height * 0.6)
    // In the meantime another device makes the sermon long.
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const long = Array.from({ length: 900 }, (_, at) => `말씀${at}`).join(' ')
    const other = { ...FIELDS, version: 'KRV', startVerseId: 43_003_016, endVerseId: 43_003_016, title: '다른 제목' }
    const changed = await page.request.put(`/api/sermon/${id}`, { data: { ...other, content: long } })
    expect(changed.status()).toBe(200)
    await page.getByLabel('설교자').fill('박은혜')
    await page.getByRole('button', { name: '저장', exact: true }).tap()
    const conflict = page.getByRole('region', { name: '다른 기기에서 바뀌었습니다' })
    for (const label of ['여기서 쓴 것', '저장된 것']) await conflict.getByRole('region', { name: label }).waitFor()
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    await conflict.getByRole('button', { name: '저장된 것 남기기' }).tap()
    await page.getByRole('heading', { name: '다른 제목', level: 1 }).waitFor()
    await page.getByText('3쪽 중 1쪽').waitFor()
    await page.getByRole('button', { name: '다음 쪽' }).tap()
    await page.getByText('3쪽 중 2쪽').waitFor()
    await page.getByRole('button', { name: '수정' }).tap()
    await editor(page).waitFor()
    await page.getByRole('button', { name: '삭제' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).tap()
    await said(page, '설교를 삭제했습니다!')
    await page.getByText('아직 설교가 없습니다. 설교를 시작해 보세요!').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('hostile contents', () => {
  it('run nothing, ask no other server, and lose no honest word: sent as HTML, as nodes, and pasted', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('evil') && asked.push(request.url())))
    await page.goto('/')
    await signUpByCall(page, 'target')
    const pieces = hostileHtml()
    const nodes = hostileNodes()
    expect(pieces.length + nodes.length).toBeGreaterThanOrEqual(500)
    const html = await addOn(page, 16, 'HTML', pieces.map((piece) => piece.html).join('\n'))
    const doc = { type: 'doc', content: nodes.map(({ node }) => node) }
    const sent = await addOn(page, 17, 'Nodes', doc)
    const all = [
      [html, pieces.map(({ word }) => word)],
      [sent, nodes.map(({ word }) => word)],
    ] as const
    const missing = (words: readonly string[], selector: string) =>
      page.evaluate<string[]>(`(() => {
        const there = new Set(document.querySelector('${selector}').textContent.match(/honest\\d+/g))
        return ${JSON.stringify(words)}.filter((word) => !there.has(word))
      })()`)
    const ran = () => page.evaluate<unknown>('window.ran')
    const dangerous = (selector: string) =>
      page.evaluate<string[]>(`[...document.querySelectorAll('${selector} *')].filter((element) =>
        /^(script|iframe|object|embed|form|input|meta|base|link|style|svg|math|video|audio|template)$/i.test(element.tagName)
        || element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc')
        || (element.tagName === 'A' && !/^(https?:|mailto:|\\/(?![\\/\\\\]))/.test(element.getAttribute('href') ?? ''))
      ).map(({ outerHTML }) => outerHTML.slice(0, 200))`)
    for (const [id, words] of all) {
      await page.goto(`/my-memos/sermons/${id}`)
      await page.locator('article .rich-text').first().waitFor()
      expect(await missing(words, 'article')).toEqual([])
      expect(await dangerous('article .rich-text')).toEqual([])
      await page.goto(`/my-memos/sermons/${id}?edit`)
      await editor(page).waitFor()
      expect(await missing(words, '.ProseMirror')).toEqual([])
      expect((await dangerous('.ProseMirror')).filter((one) => !/^<(br|img) class="ProseMirror/.test(one))).toEqual([])
      expect(await ran()).toBeUndefined()
    }
    expect(complaints).toEqual([])
    await page.goto(`/my-memos/sermons/${sent}?edit`)
    await editor(page).click()
    await page.keyboard.press('Control+a')
    await page.evaluate(
      (pasted) => {
        const data = new DataTransfer()
        data.setData('text/html', pasted)
        const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.querySelector('.ProseMirror')?.dispatchEvent(paste)
      },
      pieces.map((piece) => piece.html).join('\n'),
    )
    await editor(page).getByText('honest0', { exact: true }).waitFor()
    // A paste, unlike HTML that the server cleans, may lose text inside noscript, select or SVG. Most of the text must
    // remain.
    const lost = await missing(all[0][1], '.ProseMirror')
    expect(lost.length).toBeLessThan(pieces.length / 5)
    expect((await dangerous('.ProseMirror')).filter((one) => !/^<(br|img) class="ProseMirror/.test(one))).toEqual([])
    expect(await ran()).toBeUndefined()
    expect(asked).toEqual([])
    // Pasted HTML is parsed in a document that is never shown. The content security policy refuses the HTML's handlers
    // and styles even there.
    for (const complaint of complaints) expect(complaint).toContain('violates the following Content Security Policy')
    await leave()
  })
})
