import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { IS_SEEN, OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, PHONE, picture, signUpByCall, studyPanel } from './person.ts'
import { post, put } from './two-devices.ts'

const app = appInBrowser()
const CHAPTER = '/bible/KJV/John/3'
const verseId = (verse: number) => 43_003_000 + verse

const WORDS = {
  en: {
    edit: 'Edit',
    save: 'Save',
    note: 'Note',
    title: 'Title',
    waits: /^No answer from the server/,
    onVerse: (verse: number) => `1 note on verse ${verse}`,
    refused: ' · Not saved',
    elsewhere: 'Changed elsewhere meanwhile: choose what to keep',
    toChoose: /^6 changes need your choice/,
    open: /^Open: /,
    undecided: '6 to choose',
    changed: 'Changed on another device',
    choices: ['Keep mine', 'Take the saved one', 'Keep both'],
    sent: 'Everything is sent',
  },
  ko: {
    edit: '수정',
    save: '저장',
    note: '메모',
    title: '제목',
    waits: /^서버에서 응답이 없습니다/,
    onVerse: (verse: number) => `${verse}절의 메모 1개`,
    refused: ' · 저장되지 않음',
    elsewhere: '그사이 다른 곳에서 바뀌었습니다. 남길 것을 골라 주세요',
    toChoose: /^변경 내용 6개는 직접 골라야 합니다/,
    open: /^열기: /,
    undecided: '고를 것 6개',
    changed: '다른 기기에서 바뀌었습니다',
    choices: ['내 것 남기기', '저장된 것 남기기', '둘 다 남기기'],
    sent: '모두 보냈습니다',
  },
} as const

/** The verses of the notes and of the sermons. Each of the three choices gets one note and one sermon. */
const NOTES = [1, 2, 3]
const SERMONS = [5, 6, 7]
const sermonOn = (verse: number, title: string, content: string) => ({
  ...{ startChapter: 3, startVerseId: verseId(verse), endChapter: 3, endVerseId: verseId(verse) },
  ...{ verseId: verseId(verse), title, speaker: 'Ruth', version: 'KJV', content },
})

const all = async (page: Page, path: string) => JSON.stringify(await (await page.request.get(path)).json())

describe.each([
  ['at a desk', DESKTOP, 'en', 'light'],
  ['on a phone, in the dark', PHONE, 'ko', 'dark'],
] as const)(
  'somebody %s who wrote without the server what another device changed meanwhile',
  (_where, device, language, theme) => {
    it('sees both, is led to each from what waits, and keeps mine, takes theirs, or keeps both; no words are lost', async () => {
      const words = WORDS[language]
      const { page: first, leave } = await app.newPerson(
        { ...device, serviceWorkers: 'allow' },
        looking({ language, theme }),
      )
      await first.goto(CHAPTER)
      await signUpByCall(first, `meeting${language}`)
      const notes: string[] = []
      for (const verse of NOTES) {
        const note = { verse_id: verseId(verse), version: 'KJV', book: 'John', title: null, text: 'As it was.' }
        notes.push((await post(first, '/api/note/', note)).id)
      }
      const sermons: string[] = []
      for (const verse of SERMONS)
        sermons.push((await post(first, '/api/sermon/', sermonOn(verse, `Sermon ${verse}`, 'As it was.'))).newSermon.id)
      await first.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await first.goto(CHAPTER, { waitUntil: 'networkidle' })
      for (const id of sermons) {
        await first.goto(`/my-memos/sermons/${id}`)
        await expect.poll(() => first.evaluate(IS_SEEN)).toBe(true)
      }

      await app.kill()
      try {
        for (const verse of NOTES) {
          await first.goto(CHAPTER)
          await first.getByRole('button', { name: words.onVerse(verse), exact: true }).click()
          await studyPanel(first).getByRole('button', { name: words.edit, exact: true }).click()
          await first.getByRole('textbox', { name: words.note, exact: true }).fill(`Mine on ${verse}.`)
          await first.getByRole('button', { name: words.save, exact: true }).click()
          await studyPanel(first).getByText(words.waits).waitFor()
        }
        for (const [at, id] of sermons.entries()) {
          await first.goto(`/my-memos/sermons/${id}`)
          await first.getByRole('button', { name: words.edit, exact: true }).click()
          await first.getByLabel(words.title, { exact: true }).fill(`Mine ${SERMONS[at]}`)
          await first.getByRole('button', { name: words.save, exact: true }).click()
          await first.getByText(words.waits).first().waitFor()
        }
      } finally {
        // The page is closed, so that it sends nothing before the other device has saved.
        await first.close()
        await app.start()
      }
      const page = await first.context().newPage()
      for (const [at, id] of notes.entries())
        await put(page, `/api/note/detail/${id}`, { title: null, text: `Theirs on ${NOTES[at]}.` })
      for (const [at, id] of sermons.entries()) {
        const verse = SERMONS[at] ?? 0
        await put(page, `/api/sermon/${id}`, sermonOn(verse, `Theirs ${verse}`, 'As the other device has it.'))
      }

      const rows = page.getByRole('listitem').filter({ hasText: words.elsewhere })
      await page.goto('/my-memos/waiting')
      await expect.poll(() => rows.count()).toBe(NOTES.length + SERMONS.length)
      await page.getByRole('status').getByText(words.toChoose).waitFor()
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
      await picture(page, `conflicts-waiting-${language}`)

      await page.goto(CHAPTER)
      await page.getByRole('link', { name: words.undecided }).click()
      const [keepMine] = words.choices
      const row = rows.filter({ hasText: 'Mine on 1.' })
      await expect.poll(() => row.locator('ins').allTextContents()).toEqual(['Mine'])
      await expect.poll(() => row.locator('del').allTextContents()).toEqual(['Theirs'])
      await row.getByRole('button', { name: keepMine }).click()
      await row.waitFor({ state: 'detached' })

      const openRow = async (mine: string) => {
        const row = rows.filter({ hasText: mine })
        // The rows move when their differences appear, so a click before that can miss the link.
        await expect.poll(() => rows.filter({ hasNot: page.locator('ins') }).count()).toBe(0)
        await row.getByRole('link', { name: words.open }).click()
      }
      for (const [at, verse] of NOTES.entries()) {
        if (at === 0) continue
        await page.goto('/my-memos/waiting')
        await openRow(`Mine on ${verse}.`)
        await page.getByRole('button', { name: `${words.onVerse(verse)}${words.refused}`, exact: true }).click()
        const both = page.getByRole('alert').filter({ hasText: words.changed })
        await both.getByText(`Mine on ${verse}.`).waitFor()
        await both.getByText(`Theirs on ${verse}.`).waitFor()
        await picture(page, `conflict-note-${language}-${at}`)
        await page.getByRole('button', { name: words.choices[at] ?? '', exact: true }).click()
        await both.waitFor({ state: 'detached' })
      }
      for (const [at, verse] of SERMONS.entries()) {
        await page.goto('/my-memos/waiting')
        await openRow(`Mine ${verse}`)
        await page.getByRole('button', { name: words.edit, exact: true }).click()
        const both = page.getByRole('region', { name: words.changed })
        await both.getByText(`Mine ${verse}`).first().waitFor()
        await both.getByText(`Theirs ${verse}`, { exact: true }).waitFor()
        expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
        await picture(page, `conflict-sermon-${language}-${at}`)
        await both.getByRole('button', { name: words.choices[at] ?? '', exact: true }).click()
        await both.waitFor({ state: 'detached' })
      }
      await page.goto('/my-memos/waiting')
      await page.getByText(words.sent).waitFor()
      // These requests send no X-Min-Position, so the server does not wait for the projector, and an answer may lack the
      // last writes.
      const savedOf = (path: string, texts: readonly string[]) =>
        expect.poll(async () => {
          const answer = await all(page, path)
          return texts.filter((text) => answer.includes(`"${text}"`))
        })
      const texts = ['Mine on 1.', 'Theirs on 2.', 'Mine on 3.', 'Theirs on 3.']
      await savedOf('/api/note/user', [...texts, 'Theirs on 1.', 'Mine on 2.']).toEqual(texts)
      const titles = ['Mine 5', 'Theirs 6', 'Mine 7', 'Theirs 7']
      await savedOf('/api/sermon/user', [...titles, 'Theirs 5', 'Mine 6']).toEqual(titles)
      await leave()
    })
  },
)
