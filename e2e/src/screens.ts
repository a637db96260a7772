import type { Page } from 'playwright-core'
import { KIND_NAMES, KIND_PAGES } from './pages.ts'

/** The app's words that the steps press, in both languages. */
export const NAMES = {
  en: {
    verse: 'Verse 4',
    notes: 'Memos',
    sermon: 'Sermon',
    share: 'Share',
    pulpit: 'Pulpit view',
    link: 'Share by a link',
  },
  ko: { verse: '4 절', notes: '메모', sermon: '설교', share: '공유', pulpit: '강단 보기', link: '링크로 공유' },
} as const
type Names = (typeof NAMES)[keyof typeof NAMES]

/** The ids of the person's items, a tag, the path of a shared item, and the version that the person reads. */
export type Kept = Readonly<Record<'version' | 'note' | 'sermon' | 'pad' | 'tag' | 'shared', string>>

type Screen = {
  readonly name: string
  /** A visitor, or a person who is also an admin. */
  readonly who: 'visitor' | 'person'
  readonly path: (kept: Kept) => string
  /** Steps on the page before the screenshot. */
  readonly open?: (page: Page, names: Names) => Promise<void>
}

const visitor = (name: string, path: string): Screen => ({ name, who: 'visitor', path: () => path })
const own = (name: string, path: string): Screen => ({ name, who: 'person', path: () => path })

const chapter = ({ version }: Kept) => `/bible/${version}/Psalms/23`
const chooseVerse = async (page: Page, { verse }: Names) => {
  await page.getByRole('button', { name: verse, exact: true }).first().click()
  await page.getByRole('toolbar').first().waitFor()
}
/** A screen after a press on a button in the popup of verse 4. */
const onVerse = (name: string, of: keyof Names, shown: string): Screen => ({
  name,
  who: 'person',
  path: chapter,
  open: async (page, names) => {
    await chooseVerse(page, names)
    await page.getByRole('toolbar').first().getByRole('button', { name: names[of] }).click()
    await page.locator(shown).first().waitFor()
  },
})
const sermonPage = ({ sermon }: Kept) => `/my-memos/sermons/${sermon}`
const onSermon = (name: string, of: keyof Names): Screen => ({
  name,
  who: 'person',
  path: sermonPage,
  open: async (page, names) => {
    await page.getByRole('button', { name: names[of] }).first().click()
    await page.getByRole('dialog').waitFor()
  },
})

/** The routes without a screenshot, each with the reason. */
export const WITHOUT_PICTURE: Readonly<Record<string, string>> = {
  '/login-redirect': 'It leads on at once.',
  '/email-link/:token': 'It says one sentence about a link of a mail.',
}

/** The screens of which `npm run pictures` takes screenshots, at a desk and on a phone. */
export const SCREENS: readonly Screen[] = [
  visitor('landing', '/'),
  visitor('log-in', '/login'),
  visitor('sign-up', '/signup'),
  visitor('forgot-password', '/forgot-password'),
  visitor('reset-password', '/reset-password/0000'),
  visitor('log-in-provider', '/login/provider?outcome=prove'),
  visitor('explore', '/about/explore-pathlight'),
  visitor('who-we-are', '/about/who-we-are'),
  { name: 'shared', who: 'visitor', path: ({ shared }) => shared },
  own('today', '/'),
  own('reader', '/bible-reading'),
  { name: 'picker', who: 'person', path: chapter, open: (page) => page.keyboard.press('g') },
  { name: 'verse', who: 'person', path: chapter, open: chooseVerse },
  {
    name: 'words',
    who: 'person',
    path: chapter,
    open: async (page, names) => {
      await chooseVerse(page, names)
      await page.keyboard.press('w')
      await page.getByRole('definition').first().waitFor()
    },
  },
  onVerse('note', 'notes', 'aside li, [role=dialog] li'),
  onVerse('sermon', 'sermon', '.ProseMirror'),
  onVerse('share', 'share', '[role=dialog]'),
  { name: 'about-text', who: 'visitor', path: ({ version }) => `/bible/${version}/about` },
  own('compare', '/version-comparison?reference=Psalm+23:4'),
  { name: 'search', who: 'person', path: ({ version }) => `/search?query=${version === 'KRV' ? '목자' : 'shepherd'}` },
  own('my-pathlight', '/my-memos'),
  ...KIND_NAMES.map((name, at) => own(name, KIND_PAGES[at] ?? '')),
  own('tags', '/my-memos/tags'),
  { name: 'tag', who: 'person', path: ({ tag }) => `/my-memos/tags/${tag}` },
  own('history', '/my-memos/history'),
  own('waiting', '/my-memos/waiting'),
  { name: 'note-page', who: 'person', path: ({ note }) => `/my-memos/memos/${note}` },
  { name: 'sermon-page', who: 'person', path: sermonPage },
  { name: 'sermon-editor', who: 'person', path: (kept) => `${sermonPage(kept)}?edit` },
  onSermon('pulpit', 'pulpit'),
  onSermon('share-by-link', 'link'),
  { name: 'pad', who: 'person', path: ({ pad }) => `/my-memos/pads/${pad}` },
  own('settings', '/settings'),
  own('account', '/settings/account'),
  own('data', '/settings/data'),
  own('admin-people', '/admin'),
  own('admin-audit', '/admin/audit'),
  own('admin-invitations', '/admin/invitations'),
  own('admin-bibles', '/admin/bibles'),
  own('admin-backups', '/admin/backups'),
  own('admin-system', '/admin/system'),
]
