import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { AFTER_SCROLLING } from './in-page.ts'
import { DESKTOP, signUpByCall } from './person.ts'

const app = appInBrowser()
const editor = (page: Page) => page.locator('.ProseMirror')
const file = (name: string) => readFileSync(new URL(`./pasted/${name}`, import.meta.url), 'utf8')

type Kind = 'text/html' | 'text/plain'

/** The clipboard's content of a media type, as the browser has cleaned it. '' if there is none. */
const clipboard = (page: Page, type: Kind) =>
  page.evaluate(async (kind) => {
    const [item] = await navigator.clipboard.read()
    return item?.types.includes(kind) ? (await item.getType(kind)).text() : ''
  }, type)

/**
 * Puts content of a media type on the clipboard as another program does, and waits until the content is there.
 * `navigator.clipboard` would clean the HTML.
 */
const copy = async (page: Page, type: Kind, content: string) => {
  const before = await clipboard(page, type)
  await page.evaluate(
    ([kind, words]) => {
      const put = (event: ClipboardEvent) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        event.clipboardData?.setData(kind, words)
      }
      document.addEventListener('copy', put, { capture: true, once: true })
      if (!document.execCommand('copy')) throw new Error('Nothing was copied.')
    },
    [type, content] as const,
  )
  await expect.poll(() => clipboard(page, type)).not.toBe(before)
}

describe('what is pasted into a sermon', () => {
  it('keeps what it says, from Word, Google Docs, and as text, and goes out as it came', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    page.setDefaultTimeout(60_000)
    await page.goto('/bible/WEB/John/3')
    await signUpByCall(page, 'paster')
    await page.reload()
    await page.getByRole('button', { name: 'Verse 16', exact: true }).click()
    await page.getByRole('toolbar', { name: 'Verse 16', exact: true }).getByRole('button', { name: 'Sermon' }).click()
    await editor(page).waitFor()
    /** Pastes into the empty editor. Returns the editor's HTML without parts that only the browser needs. */
    const pasted = async (type: Kind, content: string) => {
      await editor(page).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await expect.poll(() => editor(page).textContent()).toBe('')
      await copy(page, type, content)
      await page.keyboard.press('Control+V')
      await expect.poll(() => editor(page).textContent()).not.toBe('')
      const html = await editor(page).evaluate((element) => element.innerHTML)
      return html.replaceAll(/<br class="ProseMirror-trailingBreak">| (?:class|dir)="[^"]*"/g, '')
    }

    const word = await pasted('text/html', file('word.html'))
    expect(word).toContain('<h1>Sermon on the hill</h1><p><strong>Main point</strong>: be <em>poor</em> in spirit.</p>')
    expect(word).toContain(
      '<ol><li><p>First head</p><ol><li><p>Under the first</p></li></ol></li><li><p>Second head</p></li></ol>',
    )
    expect(word).toContain('<ul><li><p>A bullet</p></li></ul>')

    const docs = await pasted('text/html', file('google-docs.html'))
    expect(docs).toContain('<h2>Grace</h2>')
    expect(docs).toContain(
      '<p data-align="center">Plain and <strong>heavy</strong><em> slanted</em><u> lined</u><s> gone</s></p>',
    )
    expect(docs).toContain('<ul><li><p>first</p></li></ul>')

    expect(await pasted('text/html', file('hanging.html'))).toBe(
      '<p>첫째, 내어쓰기 문단입니다.</p><p data-align="right">오른쪽 정렬</p><p data-align="justify">양쪽 정렬</p>',
    )
    const style = '<p style="FONT-WEIGHT: 700 !important">a <span style="font-weight:400">b</span> <b>c</b></p>'
    expect(await pasted('text/html', style)).toBe('<p><strong>a </strong>b <strong>c</strong></p>')

    expect(await pasted('text/plain', file('markdown.txt'))).toBe(
      '<h1>Title</h1><p></p><ul><li><p>one</p></li><li><p>two</p></li></ul><p></p><p><strong>bold</strong> and <em>slanted</em></p>',
    )
    const plain = file('plain.txt')
    expect(await pasted('text/plain', plain)).toBe(
      '<p>First line</p><p></p><p>Second after a blank</p><p></p><p></p><p>Third after two</p>',
    )
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+C')
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(plain.trimEnd())
    // Words that are pasted into a line stay in the line. Within the editor they also keep their style.
    await pasted('text/html', '<p>one <b>two</b> three</p>')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+C')
    await expect.poll(() => clipboard(page, 'text/plain')).toBe('one two three')
    await page.keyboard.press('End')
    // The browser reports the caret's new place to the editor by a later event.
    await expect.poll(() => page.evaluate<boolean>('getSelection().isCollapsed')).toBe(true)
    await page.evaluate(AFTER_SCROLLING)
    await page.keyboard.type('; ')
    await page.keyboard.press('Control+V')
    await expect.poll(() => editor(page).textContent()).toBe('one two three; one two three')
    await expect.poll(() => editor(page).locator('p strong').allTextContents()).toEqual(['two', 'two'])
    // The browser refuses and reports every pasted style, because of the content security policy. The editor reads the
    // style attributes as text.
    expect(complaints.filter((one) => !one.startsWith('Applying inline style violates'))).toEqual([])
    await leave()
  })
})
