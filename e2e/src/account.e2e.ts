import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, logIn, PASSWORD, PHONE, signUp } from './person.ts'

const app = appInBrowser()
const NEXT = 'Another1!pass'

describe('an account in its owner’s hands', () => {
  it('has its devices, name and password on one page, and ends a device from another', async () => {
    const ruth = await app.newPerson(DESKTOP)
    const phone = await app.newPerson(PHONE)
    const { page } = ruth
    await page.goto('/')
    await signUp(page, 'ruth')
    await phone.page.goto('/')
    await logIn(phone.page, 'ruth')

    await page.goto('/settings')
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
    await expect.poll(() => devices.count()).toBe(2)
    await devices.filter({ hasText: 'Last used' }).getByRole('button').click()
    await expect.poll(() => devices.count()).toBe(1)
    await phone.page.goto('/settings/account')
    await phone.page.getByText('Your name, your password and your devices are here.').waitFor()

    const name = page.getByRole('form', { name: 'Username' })
    await name.getByLabel('Username').fill('ruth.of.moab')
    await name.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Your name has been changed.').waitFor()

    const password = page.getByRole('form', { name: 'Password' })
    await password.getByLabel('Your password').fill('Wrong1!password')
    await password.getByLabel('New password').fill(NEXT)
    await password.getByLabel('Confirm password').fill(NEXT)
    await password.getByRole('button', { name: 'Change password' }).click()
    await password.getByText('This is not your password.').waitFor()
    await password.getByLabel('Your password').fill(PASSWORD)
    await password.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed.').waitFor()
    await ruth.leave()
    await phone.leave()
  })

  it('is closed on a phone, in Korean, by the password and the name', async () => {
    const minsu = await app.newPerson({ ...PHONE, locale: 'ko-KR' })
    const { page } = minsu
    await page.goto('/signup')
    await page.getByLabel('이메일').fill('minsu@example.org')
    await page.getByLabel('사용자 이름').fill('minsu')
    await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD)
    await page.getByLabel('비밀번호 확인').fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: '회원가입' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/settings/account')
    await page.getByRole('button', { name: '계정 닫기…' }).click()
    const dialog = page.getByRole('dialog', { name: '계정을 닫을까요?' })
    await dialog.getByLabel('현재 비밀번호').fill(PASSWORD)
    await dialog.getByLabel('사용자 이름을 입력해 주세요: minsu').fill('someone')
    await dialog.getByRole('button', { name: '계정을 영원히 닫기' }).click()
    await dialog.getByText('사용자 이름을 그대로 입력해 주세요.').waitFor()
    await dialog.getByLabel('사용자 이름을 입력해 주세요: minsu').fill('minsu')
    await dialog.getByRole('button', { name: '계정을 영원히 닫기' }).click()
    await page.getByText('계정을 닫았습니다.').waitFor()
    await page.goto('/my-memos')
    await page.getByRole('main').getByRole('button', { name: '로그인' }).waitFor()
    await minsu.leave()
  })
})
