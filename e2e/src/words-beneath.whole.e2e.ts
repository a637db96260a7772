import { parsingOf } from '@pathlight/scripture/parsing.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { EVERY_LOOK, filled, words } from './every-look.ts'
import { OVERFLOW } from './in-page.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { bringOriginals } from './originals.ts'
import { chooseVersion, DESKTOP, untilServed, verse } from './person.ts'
import { pressWord } from './press-word.ts'
import { opened } from './read-offline.ts'

const app = appInBrowser(undefined, async (dataDir) => {
  await bringKoreanBible(dataDir)
  await bringOriginals(dataDir)
})

/** Presses W once the page handles the key. The code loads after the text. */
const pressW = async (page: Page): Promise<void> => {
  await page.locator('.reader[data-hebrew]').waitFor()
  await page.keyboard.press('w')
}

const sheetOf = (page: Page): Locator => page.locator('aside.word-sheet')

/**
 * The word beneath a word of each text's first verse. `pressed`: the word to press; null: the word that W shows first.
 */
const TEXTS = [
  { path: '/bible/KJV/John/1', pressed: 'Word', original: 'λόγος', number: 'G3056', morph: 'N- ----NSM-' },
  { path: '/bible/WEB/Genesis/1', pressed: 'beginning', original: 'רֵאשִׁית', number: 'H7225', morph: 'HR/Ncfsa' },
  { path: '/bible/GNT/John/1', pressed: null, original: 'Ἐν', number: 'G1722', morph: 'P- --------' },
  { path: '/bible/HEB/Genesis/1', pressed: null, original: 'בְּרֵאשִׁית', number: 'H7225', morph: 'HR/Ncfsa' },
] as const

describe.each(EVERY_LOOK)('the words beneath the text, in $language on the $device', ({ language, options, kept }) => {
  const said = words(language, 'words').words

  it('are those of KJV, WEB, the Greek and the Hebrew text, online and offline', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...options, serviceWorkers: 'allow' }, kept)
    const expectWords = async (at: Page, { pressed, original, number, morph }: (typeof TEXTS)[number]) => {
      await pressW(at)
      const sheet = sheetOf(at)
      await sheet.getByText(/Strong’s dictionaries/).waitFor()
      if (pressed) await pressWord(at, 1, pressed)
      await sheet.getByText(original, { exact: true }).first().waitFor()
      await sheet.getByText(number, { exact: true }).first().waitFor()
      // In KJV and WEB the parsing comes from the Greek and Hebrew texts.
      await sheet
        .getByText(parsingOf(morph, language)?.words ?? '', { exact: true })
        .first()
        .waitFor()
    }
    await page.goto('/bible/KJV/John/1')
    await untilServed(page)
    for (const text of TEXTS) {
      await page.goto(text.path, { waitUntil: 'networkidle' })
      // Of these texts only the Greek one has a notice of its copyright.
      const notices = await page.locator('.copyright').allTextContents()
      expect(notices.join()).toMatch(
        text.path.includes('GNT') ? /^SBL Greek New Testament\. CC BY 4\.0\..*CC BY-SA 3\.0/ : /^$/,
      )
      await expectWords(page, text)
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    }
    const letters =
      "caches.open('files').then((kept) => kept.keys()).then((all) => all.some(({ url }) => url.includes('hebrew')))"
    await expect.poll(() => page.evaluate(letters)).toBe(true)
    await app.kill()
    const context = page.context()
    await page.close()
    try {
      for (const text of TEXTS) {
        const away = await opened(context, text.path)
        await expectWords(away, text)
        await away.close()
      }
    } finally {
      await app.start()
    }
    expect(complaints).toEqual([])
    await leave()
  })

  it('open where a word of the chosen verse is pressed, lead to every place, and stand in the text word by word', async () => {
    const { page, complaints, leave } = await app.newPerson(options, kept)
    await page.goto('/bible/KJV/John/3', { waitUntil: 'networkidle' })
    await pressWord(page, 16, 'loved')
    await page.getByRole('toolbar').waitFor()
    await pressWord(page, 16, 'loved')
    const sheet = sheetOf(page)
    await sheet.getByText('ἀγαπάω', { exact: true }).waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    const isAbove = async () => {
      const [line, top] = [await verse(page, 16).boundingBox(), await sheet.boundingBox()]
      return (line?.y ?? 0) + 20 < (top?.y ?? 0)
    }
    if (options.viewport.width < 1100) await expect.poll(isAbove).toBe(true)
    await pressWord(page, 16, 'God')
    await sheet.getByText('θεός', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: said.view.verse, exact: true }).click()
    const row = page.getByRole('group', { name: filled(said.row, { verse: '16' }), exact: true })
    await row.getByRole('button', { name: /μονογενής/ }).click()
    await sheet.getByText('μονογενής', { exact: true }).waitFor()
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await violations(page, 'the words of John 3:16')).toEqual([])
    await sheet.getByRole('button', { name: said.view.none, exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await sheet.getByRole('link', { name: said.everyPlace }).click()
    await page.waitForURL(/\/search\?query=strong%3AG3439&version=KJV/)
    await page.locator('mark').first().waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('are the original’s where the text has none: all of the verse, in order', async () => {
    const { page, complaints, leave } = await app.newPerson(options, kept)
    await page.goto('/bible/KRV/Genesis/1', { waitUntil: 'networkidle' })
    await pressW(page)
    const row = page.getByRole('group', { name: filled(said.row, { verse: '1' }), exact: true })
    await row.getByRole('button').first().waitFor()
    await expect.poll(() => row.getByRole('button').count()).toBe(7)
    await row.getByText(language === 'ko' ? '태초에' : 'the first').waitFor()
    await sheetOf(page)
      .getByText(filled(said.borrowed, { text: 'HEB' }))
      .waitFor()
    expect(await row.evaluate((element) => getComputedStyle(element as Element).direction)).toBe('rtl')
    await page.keyboard.press('Escape')
    await sheetOf(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('a text that is kept offline', () => {
  it('has its words with it, also of a chapter that was never opened', async () => {
    const { page, complaints, leave } = await app.newPerson({ ...DESKTOP, serviceWorkers: 'allow' })
    await page.goto('/bible/KJV/John/3')
    await untilServed(page)
    await chooseVersion(page, '')
    await page.getByRole('switch', { name: 'Keep offline' }).click()
    await page.getByText(/^Kept offline/).waitFor()
    // The words beneath the text are fetched after the text.
    const kept = `new Promise((resolve) => {
      indexedDB.open('pathlight').onsuccess = ({ target: { result } }) => {
        const asked = result.transaction('kept').objectStore('kept').getAllKeys()
        asked.onsuccess = () => resolve((result.close(), asked.result))
      }
    })`
    await expect.poll(() => page.evaluate(kept)).toContain('KJV.words')
    await app.kill()
    const context = page.context()
    await page.close()
    try {
      const away = await opened(context, '/bible/KJV/Obadiah/1')
      await pressW(away)
      const sheet = sheetOf(away)
      await sheet.getByText('חָזוֹן', { exact: true }).first().waitFor()
      await sheet.getByText('H2377', { exact: true }).waitFor()
      await sheet.getByText(/times in the KJV/).waitFor()
    } finally {
      await app.start()
    }
    expect(complaints).toEqual([])
    await leave()
  })
})

describe('Hebrew', () => {
  it('is shown with the signs that are wanted, in the text as well; what is copied is the whole text', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/bible/HEB/Genesis/1', { waitUntil: 'networkidle' })
    const ACCENT = '\u0596'
    const shown = () => verse(page, 1).textContent()
    await expect.poll(shown).not.toContain(ACCENT)
    await pressW(page)
    const signs = sheetOf(page).getByRole('combobox')
    await signs.selectOption('all')
    await expect.poll(shown).toContain(ACCENT)
    await signs.selectOption('letters')
    await expect.poll(async () => (await shown())?.replaceAll('\u200c', '')).toContain('בראשית ברא אלהים')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Verse 1', exact: true }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(ACCENT)
    await leave()
  })
})
