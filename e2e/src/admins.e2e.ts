import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { adminCommand } from './admin-command.ts'
import { appInBrowser } from './app-in-browser.ts'
import { violations } from './axe.ts'
import { OVERFLOW } from './in-page.ts'
import { DESKTOP, LANGUAGES, looking, PASSWORD, PHONE, signUp } from './person.ts'

const app = appInBrowser()
const SECRET = 'For my brother, who is in hospital.'
const REASON = 'Ann asked me by phone to find it.'

const admin = (...args: string[]) => adminCommand(app.dataDir, ...args)

/** What pages say to the admin and to the person whose things they look at. */
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
    added: /^Added: note, ann-en/,
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
    people: '사람',
    audit: '감사 기록',
    changes: /^변경 \d+건$/,
    matches: /^맞는 것 1건$/,
    person: '사람',
    kind: '종류',
    action: '한 일',
    show: '보기',
    added: /^추가: 메모, ann-ko/,
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
    listed: 'ruth-ko님이 변경 목록을 내용 없이 열었습니다.',
  },
} as const

/** Signs up by the call that the dialog makes. */
const signUpAs = async (page: Page, username: string): Promise<void> => {
  await page.goto('/')
  const email = `${username}@example.org`
  const data = { username, email, password: PASSWORD, confirm_password: PASSWORD }
  expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201)
}

describe.each(LANGUAGES)('an admin, in the language %s', (language) => {
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
    expect(await open.isDisabled()).toBe(true)
    await dialog.getByLabel(words.reason).fill(REASON)
    await open.click()
    await dialog.getByText(SECRET).waitFor()
    await dialog.getByRole('button', { name: words.close }).last().click()

    const { opened, because, listed } = words
    await ann.page.goto('/settings/account')
    const inAccount = ann.page.getByRole('region', { name: words.looked })
    for (const said of [opened, because, listed]) await inAccount.getByText(said).waitFor()
    await ann.page.goto('/my-memos/history')
    // There they stand among the changes by their times, and not among some of the changes.
    const rows = ann.page.getByRole('main').getByRole('listitem')
    const at = async (said: string) => (await rows.allTextContents()).findIndex((row) => row.includes(said))
    for (const said of [opened, because, listed, SECRET]) await rows.getByText(said).first().waitFor()
    expect(await at(because)).toBe(await at(opened))
    expect(await at(opened)).toBeLessThan(await at(SECRET))
    await ann.page.getByRole('button', { name: words.notes, exact: true }).click()
    await rows.getByText(opened).waitFor({ state: 'detached' })
    await rows.getByText(SECRET).first().waitFor()

    // What an admin did with another person's data says whose deed it is.
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

describe('an admin', () => {
  it('locks and unlocks an account, and asks for its closing, which its owner sees and stops', async () => {
    const eve = await app.newPerson(PHONE)
    await eve.page.goto('/')
    await signUp(eve.page, 'eve')
    const note = { verse_id: 43_003_016, version: 'KJV', text: SECRET }
    const writes = async () => (await eve.page.request.post(`${app.address}/api/note/`, { data: note })).status()
    const ruth = await app.newPerson(DESKTOP)
    const { page } = ruth
    await page.goto('/')
    await signUp(page, 'naomi')
    await admin('grant', 'naomi@example.org')
    await page.goto('/admin')
    await page.getByLabel('Username or email address').fill('ev')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'eve', exact: true }).click()
    const account = page.getByRole('region', { name: 'eve' })
    await account.getByText('Open', { exact: true }).waitFor()
    expect(await violations(page, 'a person')).toEqual([])
    const act = async (name: string) => {
      await account.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      expect(await dialog.getByRole('button', { name }).isDisabled()).toBe(true)
      await dialog.getByLabel('Reason').fill(REASON)
      await dialog.getByRole('button', { name }).click()
      await dialog.waitFor({ state: 'detached' })
    }

    await act('Lock')
    await account.getByText(/^Locked since/).waitFor()
    expect(await writes()).toBe(403)
    expect((await eve.page.request.get(`${app.address}/api/note/user`)).status()).toBe(200)
    await eve.page.goto('/settings/account')
    await eve.page.getByText('An administrator locked your account').first().waitFor()
    await eve.page.getByRole('region', { name: 'Who looked' }).getByText('naomi locked your account.').waitFor()
    await eve.page.getByText(`Reason: ${REASON}`).first().waitFor()
    await act('Unlock')
    await account.getByText('Open', { exact: true }).waitFor()
    expect(await writes()).toBe(201)

    await act('Close in 14 days')
    await account.getByText(/^Will be closed on/).waitFor()
    await eve.page.reload()
    await eve.page.evaluate(() => localStorage.setItem('language', 'ko'))
    await eve.page.reload()
    await eve.page.getByText(/에 계정이 닫힙니다$/).waitFor()
    expect(await violations(eve.page, 'an account that is to be closed')).toEqual([])
    await eve.page.getByRole('button', { name: '계정 그대로 두기' }).click()
    await eve.page.getByText(/에 계정이 닫힙니다$/).waitFor({ state: 'detached' })
    await page.reload()
    await account.getByText('Open', { exact: true }).waitFor()
    await eve.leave()
    await ruth.leave()
  })
})
