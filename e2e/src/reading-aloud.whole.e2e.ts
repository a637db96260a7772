import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { DESKTOP, looking, PHONE } from './person.ts'

const app = appInBrowser(undefined, async (dataDir) => {
  await bringKoreanBible(dataDir)
})

/**
 * A stand-in for the voices that the test browser lacks. It records the texts to say, and ends each text when the test
 * tells it to. It also counts the requests to keep the screen awake that are in force.
 */
const VOICES = (languages: readonly string[]) => `(() => {
  const voices = ${JSON.stringify(languages)}.map((lang, n) => ({ lang, name: lang, default: n === 0 }))
  const said = []
  let now = null
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
  const speech = {
    getVoices: () => voices,
    addEventListener() {},
    removeEventListener() {},
    speak(words) { now = words; said.push({ text: words.text, lang: words.lang, rate: words.rate }) },
    cancel() { const ended = now; now = null; ended?.onerror?.({ error: 'canceled' }) },
  }
  Object.defineProperty(globalThis, 'speechSynthesis', { value: speech })
  Object.assign(globalThis, { said, isSpeaking: () => now !== null, endWords: () => { const ended = now; now = null; ended?.onend?.() } })
  const locks = { held: 0, request: async () => { locks.held += 1; return { release: async () => { locks.held -= 1 } } } }
  Object.defineProperty(navigator, 'wakeLock', { value: locks })
})()`

type Said = { readonly text: string; readonly lang: string; readonly rate: number }
const said = (page: Page) => page.evaluate<Said[]>('said')
const lastSaid = async (page: Page) => (await said(page)).at(-1)
const shown = (page: Page) =>
  page.evaluate<string[]>(
    "[...new Set([...document.querySelectorAll('.verse[data-read]')].map(({ dataset }) => dataset.verse))]",
  )

const BY = [
  {
    language: 'en',
    device: DESKTOP,
    path: '/bible/KJV/John/3',
    tag: 'en-US',
    listen: 'Listen to John 3',
    player: 'Reading aloud',
    pause: 'Pause',
    goOn: 'Go on',
    next: 'Next verse',
    speed: 'Speed',
    close: 'Close',
  },
  {
    language: 'ko',
    device: PHONE,
    path: '/bible/KRV/John/3',
    tag: 'ko-KR',
    listen: '요한복음 3장 듣기',
    player: '소리 내어 읽기',
    pause: '멈춤',
    goOn: '이어 듣기',
    next: '다음 절',
    speed: '빠르기',
    close: '닫기',
  },
] as const

describe.each(BY)('a chapter read aloud ($language)', (by) => {
  it('goes on verse by verse, shows the verse, and keeps the screen awake', async () => {
    const { page, complaints, leave } = await app.newPerson(by.device, looking({ language: by.language }))
    await page.addInitScript(VOICES(['en-US', 'ko-KR']))
    await page.goto(by.path)
    await page.getByRole('button', { name: by.listen }).click()
    const player = page.getByRole('region', { name: by.player })
    await player.waitFor()
    const first = (await page.locator(".verse[data-verse='1']").allTextContents()).join(' ')
    const words = await lastSaid(page)
    expect(words).toMatchObject({ lang: by.tag, rate: 1 })
    expect(first).toContain(words?.text.slice(0, 8))
    await expect.poll(() => shown(page)).toEqual(['1'])
    await expect.poll(() => page.evaluate('navigator.wakeLock.held')).toBe(1)
    await page.evaluate('endWords()')
    await expect.poll(() => shown(page)).toEqual(['2'])
    expect(await said(page)).toHaveLength(2)

    await player.getByRole('button', { name: by.pause }).click()
    await expect.poll(() => page.evaluate('isSpeaking()')).toBe(false)
    await expect.poll(() => page.evaluate('navigator.wakeLock.held')).toBe(0)
    await player.getByLabel(by.speed).selectOption('1.5')
    await player.getByRole('button', { name: by.next }).click()
    await player.getByRole('button', { name: by.goOn }).click()
    await expect.poll(() => lastSaid(page)).toMatchObject({ rate: 1.5 })
    await expect.poll(() => shown(page)).toEqual(['3'])

    // The last verse of the chapter is in view while it is read.
    const last = Number(await page.locator('.verse').last().getAttribute('data-verse'))
    for (let verse = 4; verse <= last; verse += 1) {
      await page.evaluate('endWords()')
      await expect.poll(() => shown(page)).toEqual([String(verse)])
    }
    const inView = `(() => { const { top, bottom } = document.querySelector('.verse[data-read]').getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight })()`
    await expect.poll(() => page.evaluate(inView)).toBe(true)
    await page.evaluate('endWords()')
    await player.waitFor({ state: 'detached' })
    expect(await shown(page)).toEqual([])
    await expect.poll(() => page.evaluate('navigator.wakeLock.held')).toBe(0)

    await page.reload()
    await page.getByRole('button', { name: by.listen }).click()
    await expect.poll(() => lastSaid(page)).toMatchObject({ rate: 1.5 })
    await player.getByRole('button', { name: by.close }).click()
    await player.waitFor({ state: 'detached' })
    expect(await page.evaluate('isSpeaking()')).toBe(false)
    // The pressed button is gone, so the button that started the reading has the focus.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-pressed')).toBe('false')
    expect(complaints).toEqual([])
    await leave()
  })

  it('is not offered where the browser has no voice of the language', async () => {
    const { page, leave } = await app.newPerson(by.device, looking({ language: by.language }))
    await page.addInitScript(VOICES(['fr-FR']))
    await page.goto(by.path, { waitUntil: 'networkidle' })
    await page.locator('.verse').first().waitFor()
    expect(await page.getByRole('button', { name: by.listen }).count()).toBe(0)
    await leave()
  })
})
