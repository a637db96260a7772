import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminCommand } from './admin-command.ts'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, looking, PASSWORD, PHONE } from './person.ts'

export const SECRET = 'For my brother, who is in hospital.'
export const REASON = 'Ann asked me by phone to find it.'

/** The words on pages for the admin, and for the person whose data the admin opens. */
const WORDS = {
  en: {
    nowhere: 'This path leads nowhere',
    profile: 'Profile',
    admin: 'Admin',
    people: 'People',
    audit: 'Audit',
    changes: /^\d+ changes$/,
    matches: /^1 matches$/,
    person: 'Person',
    kind: 'Kind',
    action: 'Action',
    show: 'Show',
    added: /^Note added, ann-en/,
    revisions: 'Revisions',
    reveal: 'Reveal with a reason',
    dialog: 'Reveal the words',
    reason: 'Reason',
    open: 'Reveal',
    close: 'Close',
    by: 'By: ruth-en',
    looked: 'Who looked',
    notes: 'Notes',
    opened: 'ruth-en opened your note on John 3:16.',
    because: `Reason: ${REASON}`,
    listed: 'ruth-en opened the list of your changes, without their words.',
  },
  ko: {
    nowhere: '이 길은 이어지지 않습니다',
    profile: '프로필',
    admin: '관리',
    people: '회원',
    audit: '감사 기록',
    changes: /^변경 \d+건$/,
    matches: /^일치하는 변경 1건$/,
    person: '회원',
    kind: '종류',
    action: '한 일',
    show: '보기',
    added: /^메모 추가, ann-ko/,
    revisions: '판의 흐름',
    reveal: '이유를 밝히고 보기',
    dialog: '내용 보기',
    reason: '이유',
    open: '보기',
    close: '닫기',
    by: '실행: ruth-ko',
    looked: '누가 보았나요',
    notes: '메모',
    opened: 'ruth-ko님이 요한복음 3:16의 메모를 열었습니다.',
    because: `이유: ${REASON}`,
    listed: 'ruth-ko님이 변경 목록을 열었습니다. 내용은 보이지 않습니다.',
  },
} as const

const signUpAs = async (page: Page, username: string): Promise<void> => {
  await page.goto('/')
  const email = `${username}@example.org`
  const data = { username, email, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}

/** A journey with an admin and another person, in one language. */
export const adminJourney = (language: 'en' | 'ko') =>
  describe(`an admin, in the language ${language}`, () => {
    const app = appInBrowser()
    const admin = (...args: string[]) => adminCommand(app.dataDir, ...args)
    const words = WORDS[language]
    it('sees who changed what, opens words for a reason which the person sees, and is none at the next click', async () => {
      const [desk, phone] = language === 'en' ? [DESKTOP, PHONE] : [PHONE, DESKTOP]
      const ann = await app.newPerson(phone, looking({ language }))
      await signUpAs(ann.page, `ann-${language}`)
      const note = { verse_id: 43_003_016, version: 'KJV', text: SECRET }
      expect((await ann.page.request.post(`${app.address}/api/note/`, { data: note })).status()).toBe(201)

      const ruth = await app.newPerson(desk, looking({ language }))
      const { page } = ruth
      const email = `ruth-${language}@example.org`
      await signUpAs(page, `ruth-${language}`)
      const nowhere = page.getByRole('heading', { level: 1, name: words.nowhere })
      await page.goto('/admin/audit')
      await nowhere.waitFor()
      await admin('grant', email)
      await page.goto('/')
      await page.getByRole('button', { name: words.profile }).click()
      await page.getByRole('menuitem', { name: words.admin, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: words.people }).waitFor()
      await page.getByRole('link', { name: words.audit }).click()
      await page.getByRole('heading', { level: 1, name: words.audit }).waitFor()
      await page.getByText(words.changes).waitFor()
      await page.getByRole('link', { name: new RegExp(`^${words.people} ?\\d+$`) }).waitFor()

      await page.getByLabel(words.kind, { exact: true }).selectOption('note')
      await page.waitForURL(/kind=note/)
      await page.getByLabel(words.person, { exact: true }).fill(`ann-${language}`)
      await page.getByRole('button', { name: words.show, exact: true }).click()
      await page.waitForURL(/person=ann/)
      await page.getByText(words.matches).waitFor()
      const row = page.getByRole('button', { name: words.added })
      await row.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: words.revisions }).getByRole('listitem').waitFor()
      expect(await page.content()).not.toContain(SECRET)
      expect(await page.evaluate<number>(OVERFLOW)).toBeLessThanOrEqual(0)
      expect(await violations(page, 'the audit')).toEqual([])
      const field = page.getByLabel(words.person, { exact: true })
      await field.fill((await field.getAttribute('placeholder')) ?? '')
      const hidden = await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(hidden, 'what may be typed is read whole').toBeLessThanOrEqual(0)

      await page.getByRole('button', { name: words.reveal }).click()
      const dialog = page.getByRole('dialog', { name: words.dialog })
      const open = dialog.getByRole('button', { name: words.open, exact: true })
      await expect.poll(() => open.isDisabled()).toBe(true)
      await dialog.getByLabel(words.reason).fill(REASON)
      await open.click()
      await dialog.getByText(SECRET).waitFor()
      await dialog.getByRole('button', { name: words.close }).last().click()

      const { opened, because, listed } = words
      await ann.page.goto('/settings/account')
      const inAccount = ann.page.getByRole('region', { name: words.looked })
      for (const said of [opened, because, listed]) await inAccount.getByText(said).waitFor()
      await ann.page.goto('/my-memos/history')
      // The history lists the admin's views among the person's changes, by time. A list filtered by kind does not have
      // them.
      const rows = ann.page.getByRole('main').getByRole('listitem')
      const at = async (said: string) => (await rows.allTextContents()).findIndex((row) => row.includes(said))
      for (const said of [opened, because, listed, SECRET]) await rows.getByText(said).first().waitFor()
      await expect.poll(async () => (await at(because)) - (await at(opened))).toBe(0)
      await expect.poll(async () => (await at(opened)) - (await at(SECRET))).toBeLessThan(0)
      await ann.page.getByRole('button', { name: words.notes, exact: true }).click()
      await rows.getByText(opened).waitFor({ state: 'detached' })
      await rows.getByText(SECRET).first().waitFor()

      await page.goto('/admin/audit?action=revealed')
      await page.getByRole('table').getByText(words.by, { exact: true }).waitFor()

      await admin('revoke', email)
      await page.getByLabel(words.action, { exact: true }).selectOption('edited')
      await nowhere.waitFor()
      expect((await page.goto('/admin/audit'))?.status()).toBe(404)
      await nowhere.waitFor()
      await ann.leave()
      await ruth.leave()
    })
  })
