import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { chooseVersion, DESKTOP, looking, PHONE, passageChip, verse } from './person.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const

const WORDS = {
  en: { keep: 'Keep offline', kept: /^Kept offline/, size: /1\.\d MB to download/ },
  ko: {
    keep: '오프라인 보관',
    kept: /^오프라인 보관됨/,
    size: /내려받을 크기 1\.\d ?MB/,
  },
} as const

/**
 * Records, when the page starts a search, whether the search has already gone to the texts worker, and whether the page
 * is rendered.
 */
const NOTE_FIRST_SEARCH = `(() => {
  const { postMessage } = Worker.prototype
  let isTold = false
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.type === 'prepare') isTold = message.search === location.search
    return postMessage.call(this, message, ...more)
  }
  const { fetch } = window
  window.fetch = (path, ...more) => {
    if (String(path).startsWith('/api/bible/find'))
      window.firstSearch ??= { isTold, isRendered: document.querySelector('h1') !== null }
    return fetch(path, ...more)
  }
})()`

/** Opens the dialog for offline versions, by the last option in the menu of versions. */
const openKeeping = async (page: Page) => {
  await chooseVersion(page, '')
  return page.getByRole('dialog')
}

describe.each([
  ['at a desk, in English', DESKTOP, 'en'],
  ['on a phone, in Korean', PHONE, 'ko'],
] as const)('a reader %s', (_where, device, language) => {
  it('keeps a version, reads and searches what they never opened after the server was killed, and takes it off again', async () => {
    const words = WORDS[language]
    const { page, leave, complaints } = await app.newPerson({ ...device, ...allowed }, looking({ language }))
    await page.goto('/bible/KJV/John/3')
    // Once "Kept offline" is shown, a page must open without the server. The journey waits for nothing else.
    const dialog = await openKeeping(page)
    const row = dialog.getByRole('listitem').filter({ hasText: 'KJV' })
    await row.getByText(words.size).waitFor()
    await dialog.getByRole('switch', { name: words.keep }).click()
    await row.getByText(words.kept).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The button for the passage still names the open version.
    await expect.poll(() => passageChip(page).textContent()).toContain('KJV')

    await app.kill()
    const context = page.context()
    await page.close()
    const away = await context.newPage()
    try {
      await away.goto('/bible/KJV/Obadiah/1#v21')
      await verse(away, 21).getByText('the kingdom shall be the LORD').waitFor()
      await away.goto('/bible/kjv/Psalms/3')
      await verse(away, 8).waitFor()
      await away.keyboard.press('ArrowRight')
      await verse(away, 1).getByText('Hear me when I call').waitFor()
      // A search without the server uses the stored versions, and says so. The texts worker gets the search before the
      // page is rendered.
      await away.addInitScript(NOTE_FIRST_SEARCH)
      await away.goto('/search?query=%22the+kingdom+shall+be%22')
      await away.getByText(language === 'en' ? /^Offline results from KJV/ : /^오프라인 결과: .*KJV/).waitFor()
      expect(await away.evaluate('firstSearch')).toEqual({ isTold: true, isRendered: false })
      await away.getByText('the kingdom shall be the LORD').waitFor()
      await away.goto('/search?query=shepherd&order=book&testament=new')
      await away.getByText('Jesus, that great shepherd').or(away.getByText('I am the good shepherd')).first().waitFor()
      await away.goto('/search?query=shepherd&version=WEB')
      const help =
        language === 'en' ? /searches the versions that this device keeps/ : /이 기기에 보관한 번역에서 찾아요/
      await away.getByText(help).waitFor()
      await away.goto('/version-comparison?reference=Psalm+23:1')
      await away.getByText('The LORD is my shepherd; I shall not want.').waitFor()
      await away.getByText(language === 'en' ? /that this device keeps\.$/ : /이 기기에 보관한 번역이에요/).waitFor()
      // The page of a chapter that this device does not have says how to get it.
      await away.goto('/bible/WEB/Obadiah/1')
      await away
        .getByText(language === 'en' ? /every version that you keep offline/ : /오프라인으로 보관한 번역/)
        .waitFor()
    } finally {
      await app.start()
    }
    await away.goto('/bible/KJV/John/3')
    const again = await openKeeping(away)
    await again.getByRole('switch', { name: words.keep, checked: true }).click()
    await again.getByRole('listitem').filter({ hasText: 'KJV' }).getByText(words.size).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})
