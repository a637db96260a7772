import { expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { DESKTOP, LANGUAGES, looking, PHONE, setTheme, settled, signUpByCall, THEMES } from './person.ts'

const app = appInBrowser()
const QUOTE = {
  type: 'scripture',
  attrs: { reference: 'Psalm 23:4', version: 'WEB', lang: 'en', start: 19_023_004, end: 19_023_004 },
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I will fear no evil, for you are with me.' }] }],
}
const p = (...content: object[]) => ({ type: 'paragraph', content })
const t = (text: string, ...marks: string[]) => ({ type: 'text', text, marks: marks.map((type) => ({ type })) })
const CONTENT = {
  type: 'doc',
  content: [
    p(
      t('The psalm does not say '),
      t('if', 'italic'),
      t(' I walk through the valley. It says '),
      t('even though', 'bold'),
      t('. The valley belongs to the way, and the shepherd knows it.'),
    ),
    QUOTE,
    p(
      t(
        'From “he” to “you”: three verses speak about the shepherd, and in the dark the psalm turns and speaks to him. Nobody talks about God in the valley. One talks with him.',
      ),
    ),
  ],
}
it('looks', async () => {
  const dir = process.env.PICTURES_DIR ?? '/tmp/share-look'
  const ruth = await app.newPerson(DESKTOP)
  const { page } = ruth
  await page.goto('/')
  await signUpByCall(page, 'ruth')
  const range = { startChapter: 23, startVerseId: 19_023_004, endChapter: 23, endVerseId: 19_023_006 }
  const sermon = {
    title: 'You are with me',
    speaker: 'Ruth',
    version: 'WEB',
    book: 'Psalms',
    ...range,
    content: CONTENT,
  }
  const made = await page.request.post('/api/sermon/', { data: { verseId: 19_023_004, ...sermon } })
  expect(made.status()).toBe(201)
  const id = (await made.json()).newSermon.id
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const share = async (kind: string, item: string, name: string | null) =>
    (await page.request.post('/api/share', { data: { kind, id: item, until, name } })).json()
  const one = await share('sermon', id, 'Ruth')
  const korean = {
    verse_id: 43_003_016,
    version: 'WEB',
    title: null,
    text: '하나님이 세상을 이처럼 사랑하사 독생자를 주셨으니, 이는 저를 믿는 자마다 멸망치 않고 영생을 얻게 하려 하심이니라.\n\n사랑은 먼저 오신 분의 것입니다. 우리는 그 사랑을 받아 다시 나누는 사람들입니다.',
  }
  const note = await (await page.request.post('/api/note/', { data: korean })).json()
  const two = await share('note', note.id, null)
  for (const [device, options] of [
    ['390', PHONE],
    ['1440', DESKTOP],
  ] as const)
    for (const language of LANGUAGES) {
      const guest = await app.newPerson(
        { ...options, locale: language === 'ko' ? 'ko-KR' : 'en-US' },
        looking({ language }),
      )
      for (const theme of THEMES) {
        const link = language === 'ko' ? two : one
        await settled(guest.page, `/shared/${link.id}#${link.key}`)
        await guest.page.getByRole('article').waitFor()
        await setTheme(guest.page, theme)
        await guest.page.waitForTimeout(500)
        await guest.page.screenshot({ path: `${dir}/shared-${device}-${language}-${theme}.png` })
      }
      await settled(guest.page, '/shared/0000')
      await guest.page.screenshot({ path: `${dir}/cut-${device}-${language}.png` })
      await settled(guest.page, '/settings')
      await guest.page.screenshot({ path: `${dir}/settings-visitor-${device}-${language}.png`, fullPage: true })
      await guest.leave()
    }
  for (const [device, options] of [
    ['390', PHONE],
    ['1440', DESKTOP],
  ] as const) {
    const again = await app.newPerson(options)
    const it = again.page
    await it.goto('/')
    await it.request.post('/api/auth/login', { data: { email: 'ruth@example.org', password: 'Lamp4myfeet!' } })
    await it.goto(`/my-memos/sermons/${id}`)
    await it.getByRole('button', { name: 'Pulpit view' }).click()
    await it
      .getByRole('dialog')
      .getByText(/Page 1 of/)
      .waitFor()
    await it.keyboard.press('End')
    await it.screenshot({ path: `${dir}/pulpit-offer-${device}.png` })
    await it.getByRole('dialog').getByRole('button', { name: 'Share by a link' }).click()
    await it.getByLabel('The link works').selectOption('date')
    await it.screenshot({ path: `${dir}/dialog-${device}.png` })
    await it.getByRole('button', { name: 'Make the link' }).click()
    await it.getByRole('img').waitFor()
    await it.screenshot({ path: `${dir}/made-${device}.png` })
    await it.keyboard.press('Escape')
    await it.waitForTimeout(800)
    await it.keyboard.press('End')
    await it.getByRole('img').waitFor()
    await it.screenshot({ path: `${dir}/pulpit-code-${device}.png` })
    await it.keyboard.press('Escape')
    await settled(it, '/settings')
    await it.screenshot({ path: `${dir}/settings-${device}.png`, fullPage: true })
    await settled(it, '/settings/account')
    await it.getByRole('heading', { name: 'What I share' }).scrollIntoViewIfNeeded()
    await it.screenshot({ path: `${dir}/account-${device}.png` })
    await it.goto('/bible/WEB/John/3')
    await it.getByRole('button', { name: 'Verse 16', exact: true }).click()
    await it.getByRole('toolbar').getByRole('button', { name: 'Copy', exact: true }).click()
    await it.getByRole('status').getByRole('button', { name: 'Settings' }).waitFor()
    await it.screenshot({ path: `${dir}/copied-${device}.png` })
    await it.getByRole('toolbar').getByRole('button', { name: 'Share', exact: true }).click()
    await it.getByRole('dialog').getByRole('button', { name: 'Text' }).waitFor()
    await it.screenshot({ path: `${dir}/share-passage-${device}.png` })
    if (device === '1440') {
      const guest = await app.newPerson(DESKTOP)
      await settled(guest.page, `/shared/${one.id}#${one.key}`)
      expect(await violations(guest.page, 'shared')).toEqual([])
      await guest.page.emulateMedia({ media: 'print' })
      await guest.page.setViewportSize({ width: 673, height: 950 })
      await guest.page.screenshot({ path: `${dir}/print.png` })
    }
  }
})
