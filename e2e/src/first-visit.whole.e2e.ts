import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { SCRIPTS_BEFORE_THE_TEXT } from './in-page.ts'
import { DESKTOP, PHONE, verse } from './person.ts'

const app = appInBrowser()

/**
 * The files that a first visit of a chapter fetches before the app's scripts, with their largest compressed sizes in
 * bytes.
 */
const BEFORE_THE_TEXT: Readonly<Record<string, number>> = {
  'Document /bible/KJV/John/3': 12_000,
  'Font latin.woff2': 35_000,
  'Script before-scripts.js': 3_000,
  'Stylesheet index.css': 15_500,
}
/** Browsers fetch the icon at any time. */
const ICON = 'Other icon.svg'

type Fetched = { readonly what: string; bytes: number }

/** Records the page's requests by type and name, in the order in which they begin. The name lacks the build's hash. */
const noteFetched = async (page: Page): Promise<readonly Fetched[]> => {
  const hand = await page.context().newCDPSession(page)
  const fetched: Fetched[] = []
  const byId = new Map<string, Fetched>()
  hand.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const { pathname } = new URL(request.url)
    const name = pathname.startsWith('/assets/') ? pathname.replace(/^\/assets\/(.*?)-?[\w-]{8}\./, '$1.') : pathname
    const one = { what: `${type} ${/\.\w+$/.test(name) ? name.replace('/', '') : name}`, bytes: 0 }
    byId.set(requestId, one)
    fetched.push(one)
  })
  hand.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = byId.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  await hand.send('Network.enable')
  return fetched
}

describe.each([
  ['on a phone, in English', PHONE, 'en-US'],
  ['at a desk, in Korean', DESKTOP, 'ko-KR'],
] as const)('the first visit of a chapter %s', (_where, device, locale) => {
  it('fetches its page, a stylesheet, letters and one short script before the text is seen, and no more', async () => {
    const { page, leave, complaints } = await app.newPerson({ ...device, locale, serviceWorkers: 'allow' })
    const fetched = await noteFetched(page)
    await page.goto('/bible/KJV/John/3')
    await verse(page, 16).waitFor()
    // Apart from before-scripts.js, no script is requested before the text is painted. So the text needs only what is
    // requested before the first other script.
    expect(await page.evaluate(SCRIPTS_BEFORE_THE_TEXT)).toEqual([])
    const first = fetched.findIndex(({ what }) => /^Script (?!before-scripts)/.test(what))
    expect(first).toBeGreaterThan(0)
    const before = fetched.slice(0, first).filter(({ what }) => what !== ICON)
    expect(before.map(({ what }) => what).sort()).toEqual(Object.keys(BEFORE_THE_TEXT))
    const tooLarge = before.filter(({ what, bytes }) => !(bytes > 0 && bytes <= (BEFORE_THE_TEXT[what] ?? 0)))
    expect(tooLarge).toEqual([])
    expect(complaints).toEqual([])
    await leave()
  })
})
