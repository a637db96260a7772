import type { Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, type Person, signUp } from './person.ts'

/**
 * More items than the browser itself searches (study/use-item-list.ts). `LIST_ITEMS=10000 npm run lighthouse -- --feel`
 * measures the speed of such a list.
 */
const ITEMS = 1050

// Expressions that run in the browser. They are texts, because this workspace has Node's types.

/** A long list: its address, and an expression with the call and the body that write item number `n`. */
const LISTS = [
  {
    what: 'notes',
    list: '/my-memos/memos',
    search: 'Search your notes',
    item: `['/api/note/', { verse_id: 43003001 + (n % 30), version: 'KJV', text }]`,
  },
  {
    what: 'highlights',
    list: '/my-memos/highlights',
    search: 'Search your highlights',
    // The version is not installed, so the server accepts any words. The highlights are spread over 300 verses, and
    // follow each other on a verse.
    item: `['/api/highlight/add', { version: 'NIV', book: 'Psalms', chapter: 1 + (n % 150),
      verseId: 19001001 + (n % 150) * 1000 + Math.floor(n / 150) % 2, selectedText: text.slice(0, 60),
      startOffset: Math.floor(n / 300) * 60, endOffset: Math.floor(n / 300) * 60 + Math.min(60, text.length) }]`,
  },
] as const

/** Writes `count` items. The items written last are first in the list. */
const WRITE = (item: string, count: number) => `(async () => {
  const words = ['grace', 'light', 'water', 'mountain', 'shepherd', 'river', 'covenant', 'mercy', 'lamp', 'morning']
  let next = 0
  const write = async () => {
    while (next < ${count}) {
      const n = next++
      const text = n === 3 ? 'The needle in the hay.' : Array.from({ length: 60 }, (_, i) => words[(n * 7 + i * 3) % 10]).join(' ') + ' ' + n
      const [path, body] = ${item}
      const headers = { 'content-type': 'application/json' }
      const send = () => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      let answer = await send()
      // On a busy machine the server may ask to wait.
      while (answer.status === 503) {
        await new Promise((later) => setTimeout(later, 1000 * answer.headers.get('retry-after')))
        answer = await send()
      }
      if (answer.status !== 201) throw new Error('Not written: ' + answer.status)
    }
  }
  await Promise.all([write(), write(), write(), write()])
})()`

const cards = (page: Page) => page.locator('main li')

const app = appInBrowser()

describe.each(LISTS)('somebody with many $what', ({ what, list, search, item }) => {
  let many: Person
  beforeAll(async () => {
    many = await app.newPerson(DESKTOP)
    await many.page.goto('/')
    await signUp(many.page, `many${what}`)
    await many.page.evaluate(WRITE(item, ITEMS))
  })

  /** The number of items in each of the list's answers during `act`. */
  const itemsOf = async (act: () => Promise<void>): Promise<number[]> => {
    const { page } = many
    const answers: Promise<number>[] = []
    const note = (answer: Response) => {
      if (new URL(answer.url()).pathname.endsWith('/user')) answers.push(answer.json().then(({ length }) => length))
    }
    page.on('response', note)
    await act()
    page.off('response', note)
    return Promise.all(answers)
  }

  it('sees the newest of them after one short page, and more of them as they scroll', async () => {
    const { page } = many
    await page.goto('/my-memos/bookmarks', { waitUntil: 'networkidle' })
    const first = await itemsOf(async () => {
      await page.locator(`main a[href="${list}"]`).first().click()
      await page.waitForURL(`**${list}`)
      await cards(page).nth(4).waitFor()
    })
    expect(first).toEqual([50])
    await expect.poll(() => cards(page).count()).toBe(50)
    for (let turn = 0; turn < 4; turn += 1) {
      const before = await cards(page).count()
      await page.mouse.move(700, 500)
      // A busy page may ignore a turn of the wheel, so the wheel is turned until the page has more cards.
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 100_000)
          return cards(page).count()
        })
        .toBeGreaterThan(before)
    }
  })

  it('finds one among all of them as they type, and no letter fetches or searches all of them', async () => {
    const { page } = many
    await page.goto(list, { waitUntil: 'networkidle' })
    const answers = await itemsOf(async () => {
      await page.getByLabel(search).pressSequentially('needle')
      await page.getByRole('link', { name: /The needle in the hay/ }).waitFor()
    })
    expect(answers.length).toBeLessThanOrEqual('needle'.length)
    for (const items of answers) expect(items).toBeLessThanOrEqual(200)
    await expect.poll(() => cards(page).count()).toBe(1)
  })

  it('comes back to the one that was found as they left it', async () => {
    const { page } = many
    await page.getByRole('link', { name: /The needle in the hay/ }).click()
    await page.waitForURL('**/bible/**')
    await page.goBack()
    await page.getByRole('link', { name: /The needle in the hay/ }).waitFor()
    await expect.poll(() => page.getByLabel(search).inputValue()).toBe('needle')
    await page.getByLabel(search).fill('nothing like it')
    await page.getByText(`No matching ${what} found.`).waitFor()
    await page.getByRole('button', { name: `Show all ${what}` }).click()
    await expect.poll(() => cards(page).count()).toBe(50)
    expect(many.complaints).toEqual([])
  })
})
