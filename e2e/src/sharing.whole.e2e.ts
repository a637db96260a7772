import { beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { filled, words } from './every-look.ts'
import { OVERFLOW } from './in-page.ts'
import { makeOwn, makePad, passage } from './pad-steps.ts'
import { DESKTOP, looking, openNotes, type Person, PHONE, said, signUpByCall, studyPanel } from './person.ts'
import { addOn } from './sermon-steps.ts'

const CONTENT = '<p>The psalm does not say if I walk through the valley. It says <b>even though</b>.</p>'
const EDITED = '<p>The valley belongs to the way, and the shepherd knows it.</p>'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inWords = (iso: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(`${iso}T12:00`))
const of = (language: 'en' | 'ko') => words(language, 'links').links

describe('a pastor shares a sermon by a link', () => {
  const app = appInBrowser()
  let ruth: Person
  let stranger: Person
  let id: string
  let link: string
  const until = day(10)
  beforeAll(async () => {
    ruth = await app.newPerson(DESKTOP)
    await ruth.page.goto('/')
    await signUpByCall(ruth.page, 'ruth')
    id = await addOn(ruth.page, 16, 'You are with me', CONTENT)
    const options = { ...PHONE, locale: 'ko-KR' }
    stranger = await app.newPerson(options, looking({ language: 'ko', theme: 'dark' }))
  })
  const openSermon = async () => {
    await ruth.page.goto(`/my-memos/sermons/${id}`)
    await ruth.page.getByRole('heading', { name: 'You are with me' }).waitFor()
  }

  it('who is told, and stays on the page, where the dialog cannot be fetched', async () => {
    const { page } = ruth
    await openSermon()
    await page.route('**/assets/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Share by a link' }).click()
    await said(page, words('en', null).server.store_unavailable)
    await page.unroute('**/assets/**')
    await page.getByRole('heading', { name: 'You are with me' }).waitFor()
  })

  it('until a date, by the name that stands on it, with a QR code', async () => {
    const { page } = ruth
    await openSermon()
    await page.getByRole('button', { name: 'Share by a link' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Your name on the page').inputValue()).toBe('Ruth')
    await dialog.getByLabel('The link works').selectOption('until a date')
    await dialog.getByLabel('The last day').fill(until)
    expect(await violations(page, 'the dialog that shares')).toEqual([])
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByText(filled(of('en').made, { date: inWords(until, 'en-GB') })).waitFor()
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor()
    link = await dialog.getByLabel('Link', { exact: true }).inputValue()
    expect(link).toMatch(/\/shared\/[\da-f-]{36}#[\w-]{43}$/)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(link)
    expect(await violations(page, 'the link that was made')).toEqual([])
  })

  it('a stranger reads it in Korean and dark, and the key goes out in a body alone', async () => {
    const { page } = stranger
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`))
    await page.goto(link)
    await page.getByRole('heading', { name: 'You are with me', level: 1 }).waitFor()
    await page.getByText('even though').waitFor()
    await page.getByText('요한복음 3:16 · WEB').waitFor()
    await page.getByText(/^Ruth · /).waitFor()
    await page.getByText(filled(of('ko').footUntil, { date: inWords(until, 'ko') })).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await violations(page, 'what is shared')).toEqual([])
    expect(sent.filter((one) => one.includes(link.slice(-43)))).toEqual([])
    const address = link.split('#')[0] ?? ''
    const ofPage = sent.flatMap((one) => (one.startsWith(address) ? [one.slice(address.length).split(' ')[0]] : []))
    expect(ofPage).toEqual(['', '/words'])
  })

  it('who has the words before the app’s scripts, by one request that the page then takes over', async () => {
    const visitor = await app.newPerson(PHONE)
    const { page } = visitor
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
    const isOpen = page.goto(link)
    await page.getByText('even though').waitFor()
    expect(await page.locator('#root').getAttribute('data-rendered')).not.toBeNull()
    scripts.resolve()
    await isOpen
    await page.getByText(/^Ruth · /).waitFor()
    expect(sent.filter((one) => one.startsWith('POST'))).toEqual([`POST ${link.split('#')[0]}/words`])
    expect(sent.filter((one) => one.includes(link.slice(-43)))).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('who prints it dark on white, without a control', async () => {
    const { page } = stranger
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 673, height: 950 })
    expect(await page.evaluate<string>('getComputedStyle(document.body).color')).toBe('rgb(29, 33, 39)')
    expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
    expect(await page.locator('button:visible').count()).toBe(0)
    await expect.poll(() => page.getByText('even though').isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
    await page.setViewportSize(PHONE.viewport)
  })

  it('what its owner edits shows where the link follows, and nowhere else', async () => {
    const { request } = ruth.page
    const made = await request.post('/api/share', { data: { kind: 'sermon', id, until: null, follows: false } })
    const fixed = await made.json()
    const before = (await (await request.get(`/api/sermon/${id}`)).json()) as Record<string, unknown>
    const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_016 }
    const data = { title: before.title, speaker: before.speaker, version: 'WEB', ...range, content: EDITED }
    expect((await request.put(`/api/sermon/${id}`, { data })).status()).toBe(200)
    const { page } = stranger
    await page.reload()
    await page.getByText('The valley belongs to the way').waitFor()
    await page.goto(`/shared/${fixed.id}#${fixed.key}`)
    await page.getByText('even though').waitFor()
    await page.getByText(of('ko').foot, { exact: true }).waitFor()
    expect(await page.getByText('Ruth').count()).toBe(0)
  })

  it('the last page of the pulpit has the QR code of its link', async () => {
    const { page } = ruth
    await openSermon()
    await page.getByRole('button', { name: 'Pulpit view' }).click()
    const pulpit = page.getByRole('dialog', { name: 'You are with me' })
    await pulpit.getByText('Page 1 of 2').waitFor()
    expect(await pulpit.getByRole('img', { name: 'QR code of the link' }).count()).toBe(0)
    await page.keyboard.press('End')
    await pulpit.getByRole('img', { name: 'QR code of the link' }).waitFor()
    expect(await violations(page, 'the last page of the pulpit')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('is taken back on the account page, and the stranger gets a sentence', async () => {
    const { page } = ruth
    await page.goto('/settings/account')
    const row = page.getByRole('listitem').filter({ hasText: `Until ${inWords(until, 'en-GB')}` })
    await row.getByText(/opened 3 times/).waitFor()
    await row.getByRole('button', { name: 'Take back You are with me' }).click()
    await said(page, of('en').ended)
    await row.waitFor({ state: 'detached' })
    await stranger.page.goto(link)
    await stranger.page.getByText(of('ko').nothing).waitFor()
    await stranger.page.goto(`/shared/${crypto.randomUUID()}#${link.slice(-43)}`)
    await stranger.page.getByText(of('ko').nothing).waitFor()
    await stranger.page.goto(link.slice(0, -9))
    await stranger.page.getByText(of('ko').cut).waitFor()
    expect(stranger.complaints).toEqual([])
  })

  it('a study pad comes with the words of its passages and of what it quotes', async () => {
    const { page } = ruth
    const { note } = await makeOwn(page)
    const pad = await makePad(page, 'With me', [
      { type: 'heading', text: 'In the valley' },
      passage(19_023_004),
      { type: 'item', kind: 'note', id: note },
      { type: 'text', text: 'Free words.' },
    ])
    await page.goto(`/my-memos/pads/${pad}`)
    await page.getByRole('button', { name: 'Share by a link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const shared = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await page.keyboard.press('Escape')
    const reader = stranger.page
    await reader.goto(shared)
    await reader.getByRole('heading', { name: 'With me', level: 1 }).waitFor()
    await reader.getByRole('heading', { name: 'In the valley', level: 2 }).waitFor()
    await reader.getByText('I will fear no evil').waitFor()
    await reader.getByRole('link', { name: '시편 23:4 (WEB)' }).first().waitFor()
    await reader.getByText('the psalm stops speaking about the shepherd').waitFor()
    await reader.getByText('Free words.').waitFor()
    expect(await violations(reader, 'a shared study pad')).toEqual([])
  })

  it('the keys of the dialog save nothing of the note beneath, and a note is called by its first words', async () => {
    const { page } = ruth
    const text = 'The psalm does not say if I walk through the valley. It says even though.'
    const note = { verse_id: 43_003_017, version: 'WEB', text }
    expect((await page.request.post('/api/note/', { data: note })).status()).toBe(201)
    await page.goto('/bible/WEB/John/3')
    await openNotes(page, 17)
    await studyPanel(page).getByRole('button', { name: 'Edit' }).first().click()
    await page.getByLabel('Note', { exact: true }).fill('Not yet')
    await page.getByRole('button', { name: 'Share by a link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share by a link' })
    await dialog.getByText('The psalm does not say if I walk through the valley. It…').waitFor()
    await dialog.getByLabel('Your name on the page').press('Control+s')
    await dialog.getByLabel('Show what I change later').press('Control+Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('Not yet')
    const kept = await (await page.request.get('/api/note/user')).json()
    const texts: string[] = kept.map((one: { readonly text: string }) => one.text)
    expect(texts).toContain(text)
    expect(texts).not.toContain('Not yet')
  })
})
