import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { importBible } from '@pathlight/bible-library/importers/import-bible.ts'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { adminCommand } from './admin-command.ts'
import { takeExplorePictures } from './explore-pictures.ts'
import { takeInstallPictures } from './install-pictures.ts'
import { looking, newPerson, openBrowser, PHONE, signUpByCall } from './person.ts'
import { type Kept, NAMES, SCREENS } from './screens.ts'

// npm run pictures -- krv.osis.xml takes the pictures of all screens, for the README, the Explore page and the
// manifests, of an app that it starts. The file has the 개역한글 text, which is shown beside the English one. Without the
// file, the KJV is shown in its place. A second argument `screens` leaves out the Explore page and the manifests.
const folder = join(import.meta.dirname, '../../docs/pictures')
mkdirSync(folder, { recursive: true })
const [korean, only] = process.argv.slice(2)
const app = await startApp()
const besides = korean ? 'KRV' : 'KJV'
if (korean)
  await importBible({ library: join(app.dataDir, 'bibles.sqlite'), path: korean, code: 'KRV', language: 'ko' })
const browser = await openBrowser()

/** A desk in English and a phone in Korean, in different themes. */
const LOOKS = [
  {
    end: '',
    language: 'en',
    theme: 'light',
    username: 'ruth',
    version: 'WEB',
    versions: [besides, 'WEB'],
    options: { viewport: { width: 1280, height: 800 } },
  },
  {
    end: '-phone',
    language: 'ko',
    theme: 'dark',
    username: 'hannah',
    version: besides,
    versions: [besides],
    options: { ...PHONE, locale: 'ko-KR' },
  },
] as const
const WORDS = {
  en: {
    speaker: 'Ruth',
    tag: 'advent',
    note: [
      'With me',
      'From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.',
    ],
    again: 'Not each thing, but all things together.',
    sermon: [
      'You are with me',
      'The valley and the table',
      'The psalm does not say if I walk through the valley. It says even though.',
      'From “he” to “you”: where it is dark, David stops speaking about the shepherd and speaks to him.',
    ],
    pad: [
      'With me: a series for Advent',
      'In the valley',
      'Open with the story of the night train. Then silence, then the verse again.',
    ],
  },
  ko: {
    speaker: '김한나',
    tag: '대림절',
    note: ['나와 함께 하심이라', '골짜기에서 시편은 목자에 대해 말하기를 그치고, 목자에게 말하기 시작한다.'],
    again: '모든 것 하나하나가 아니라, 모든 것이 함께.',
    sermon: [
      '주께서 나와 함께 하심이라',
      '골짜기와 상',
      '시편은 “만일 골짜기로 다닌다면”이라고 말하지 않습니다. “골짜기로 다닐지라도”라고 말합니다.',
      '어두운 곳에서 다윗은 목자에 대해 말하기를 그치고, 목자에게 말합니다.',
    ],
    pad: ['나와 함께: 대림절 연속 설교', '골짜기에서', '밤 기차 이야기로 연다. 그다음 침묵, 그다음 다시 그 절.'],
  },
} as const

/** Writes an item of each kind as the signed-in person. */
const write = async (page: Page, language: 'en' | 'ko', version: string): Promise<Kept> => {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const { speaker, tag, note, again, sermon, pad } = WORDS[language]
  const tags = [tag]
  const answer = await page.request.get(`/api/bible/chapter?version=${version}&book=Psalms&chapter=23`)
  const verses: readonly { verse: number; text: string }[] = (await answer.json()).verses
  for (const [number, color] of [
    [1, '#ffe066'],
    [2, '#ffe066'],
    [6, '#b5e48c'],
  ] as const) {
    const selectedText = verses.find(({ verse }) => verse === number)?.text ?? ''
    const place = { version, book: 'Psalms', chapter: 23, verseId: 19_023_000 + number }
    const words = { selectedText, startOffset: 0, endOffset: selectedText.length }
    await post('/api/highlight/add', { ...place, ...words, color, tags })
  }
  await post('/api/bookmarks', { book: 'Romans', chapter: 8, version })
  await post('/api/note/', { verse_id: 45_008_028, version, book: 'Romans', text: again })
  const onVerse = { verse_id: 19_023_004, version, book: 'Psalms', title: note[0], text: note[1], tags }
  const noted = await post('/api/note/', onVerse)
  const range = { startChapter: 23, startVerseId: 19_023_004, endChapter: 23, endVerseId: 19_023_006 }
  const [title, heading, ...paragraphs] = sermon
  const content = `<h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`
  const preached = await post('/api/sermon/', { verseId: 19_023_004, title, speaker, version, ...range, content, tags })
  const { id } = preached.newSermon
  const entries = [
    { type: 'heading', text: pad[1] },
    { type: 'passage', version, verse_id: 19_023_004, end_verse_id: null },
    { type: 'item', kind: 'note', id: noted.id },
    { type: 'text', text: pad[2] },
    { type: 'item', kind: 'sermon', id },
  ]
  const gathered = await post('/api/pad/', { title: pad[0], entries, tags })
  const made = await post('/api/share', { kind: 'sermon', id, until: null, follows: false, name: speaker })
  return { version, note: noted.id, sermon: id, pad: gathered.id, tag, shared: `/shared/${made.id}#${made.key}` }
}

try {
  for (const { end, language, theme, username, version, versions, options } of LOOKS) {
    const kept = {
      ...looking({ theme, language }),
      columns: JSON.stringify(versions.map((one) => ({ version: one, book: 'Psalms', chapter: 23 }))),
      'columns.row': JSON.stringify({ synced: true }),
    }
    const person = await newPerson(browser, app.address, options, kept)
    const visitor = await newPerson(browser, app.address, options, kept)
    const pages = { person: person.page, visitor: visitor.page }
    await person.page.goto('/')
    await signUpByCall(person.page, username)
    await adminCommand(app.dataDir, 'grant', `${username}@example.org`)
    const made = await write(person.page, language, version)
    // A page uses only the fonts that have loaded when it begins, so each browser loads them on a page before the
    // pictures.
    for (const page of Object.values(pages)) {
      await page.goto(`/bible/${version}/Psalms/23`, { waitUntil: 'networkidle' })
      await page.waitForTimeout(2_500)
    }
    for (const { name, who, path, open } of SCREENS) {
      const page = pages[who]
      // A page with the same path and another fragment would not load again, so an empty page opens in between.
      await page.goto('about:blank')
      await page.goto(path(made), { waitUntil: 'networkidle' })
      await open?.(page, NAMES[language])
      await page.mouse.move(0, 0)
      await page.waitForTimeout(600)
      const taken = await page.screenshot({ animations: 'disabled' })
      await sharp(taken)
        .webp({ quality: 50, effort: 6 })
        .toFile(join(folder, `${name}${end}.webp`))
    }
    await person.leave()
    await visitor.leave()
  }
  if (only !== 'screens') {
    await takeExplorePictures(browser, app.address, besides)
    await takeInstallPictures(browser, app.address, besides)
  }
} finally {
  await browser.close()
  await endAll()
}
console.log(`The pictures are in ${folder}`)
