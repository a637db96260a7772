import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, looking, PHONE, signUpByCall } from './person.ts'

const app = appInBrowser()
const DIR = '/tmp/tagsw-look'
mkdirSync(DIR, { recursive: true })
const add = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  if (answer.status() >= 300) console.log(path, answer.status(), await answer.text())
}
const J = 43_003_000
const LOOKS = [
  ['d-en-light', DESKTOP, 'en', 'light'],
  ['p-ko-sepia', PHONE, 'ko', 'sepia'],
  ['p-en-dark', PHONE, 'en', 'dark'],
] as const

it.each(LOOKS)('%s', async (name, size, language, theme) => {
  const { page, leave, complaints } = await app.newPerson(size, looking({ language, theme }))
  await page.goto('/')
  await signUpByCall(page, `look${name.replaceAll('-', '')}`)
  await add(page, '/api/note/', {
    verse_id: J + 16,
    version: 'KJV',
    title: 'Love',
    text: 'From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.',
    tags: ['prayer', 'presence', '은혜'],
  })
  await add(page, '/api/note/', {
    verse_id: J + 4,
    version: 'KJV',
    title: '',
    text: 'Not each thing, but all things together.',
    tags: ['presence'],
  })
  await add(page, '/api/highlight/add', {
    version: 'KJV',
    book: 'John',
    chapter: 3,
    verseId: J + 16,
    startOffset: 4,
    endOffset: 16,
    selectedText: 'God so loved',
    color: '#b5e48c',
    style: 'underline',
    tags: ['love', '사랑'],
  })
  await add(page, '/api/highlight/add', {
    version: 'KJV',
    book: 'John',
    chapter: 3,
    verseId: J + 17,
    startOffset: 0,
    endOffset: 7,
    selectedText: 'For God',
    color: '#ffe066',
  })
  const range = { startChapter: 3, startVerseId: J + 16, endChapter: 3, endVerseId: J + 18 }
  const answer = await page.request.post('/api/sermon/', {
    data: {
      ...range,
      verseId: J + 16,
      title: 'You are with me',
      speaker: 'Ruth',
      version: 'KJV',
      content: '<p>So loved.</p>',
      tags: ['advent', 'prayer'],
    },
  })
  const { newSermon } = await answer.json()
  await add(page, '/api/bookmarks', { book: 'Psalms', chapter: 23, version: 'KJV', tags: ['prayer'] })
  await page.request.put('/api/tags/prayer', { data: { tag: 'prayer', color: '#ffe066' } })
  const shot = (what: string) => page.screenshot({ path: `${DIR}/${name}-${what}.png` })
  const open = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  await open('/')
  await shot('today')
  await open('/my-memos')
  await shot('stream')
  await open('/my-memos/memos')
  await shot('notes')
  await open('/my-memos/highlights')
  await page
    .getByRole('button', { name: /God so loved|“God/ })
    .first()
    .click()
  await page.waitForTimeout(500)
  await shot('highlights')
  await open('/my-memos/sermons')
  await shot('sermons')
  await open('/my-memos/bookmarks')
  await shot('bookmarks')
  await open('/my-memos/tags')
  await shot('tags')
  await page.getByRole('button', { name: /prayer/ }).click()
  await page.waitForTimeout(600)
  await shot('dialog')
  await open('/my-memos/tags/prayer')
  await shot('tag')
  await open(`/my-memos/sermons/${newSermon.id}?edit`)
  await shot('sermon')
  await open(`/my-memos/sermons/${newSermon.id}`)
  await shot('sermon-read')
  await open('/bible/KJV/John/3')
  await page.getByRole('button', { name: language === 'ko' ? '16절의 메모 1개' : '1 note on verse 16' }).click()
  await page.waitForTimeout(700)
  await shot('panel')
  await page
    .getByRole('button', { name: language === 'ko' ? '수정' : 'Edit', exact: true })
    .first()
    .click()
  await page.waitForTimeout(700)
  await shot('editor')
  await page.getByRole('combobox', { name: language === 'ko' ? '태그 추가' : 'Add a tag' }).click()
  await page.waitForTimeout(700)
  await shot('editor-tags')
  console.log(name, complaints)
  await leave()
})
