import { join } from 'node:path'
import { it } from 'vitest'
import { adminCommand } from './admin-command.ts'
import { appInBrowser } from './app-in-browser.ts'
import { bringKoreanBible } from './korean-bible.ts'
import { looking, signUpByCall, untilServed } from './person.ts'
import { post } from './two-devices.ts'

const app = appInBrowser(undefined, bringKoreanBible)
const OUT = '/tmp/look-offline'
const SIZES = { phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, desk: { viewport: { width: 1440, height: 900 } } } as const

it('looks', async () => {
  for (const [language, theme, size] of [['en', 'light', 'desk'], ['ko', 'dark', 'phone'], ['ko', 'sepia', 'desk'], ['en', 'light', 'phone']] as const) {
    const { page, leave } = await app.newPerson({ ...SIZES[size], serviceWorkers: 'allow' }, looking({ language, theme }))
    const shot = async (name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: join(OUT, `${name}-${size}-${language}-${theme}.png`) }) }
    const name = `look${language}${size}`
    await page.goto('/bible/KJV/John/3')
    await signUpByCall(page, name)
    await adminCommand(app.dataDir, 'grant', `${name}@example.org`)
    await page.goto('/bible/KJV/John/3')
    await untilServed(page)
    const note = await post(page, '/api/note/', { verse_id: 43_003_016, version: 'KJV', book: 'John', title: null, text: 'As it was.' })
    await page.goto('/settings/data')
    await page.getByRole('switch').waitFor()
    await shot('data-off')
    await page.getByRole('switch').click()
    await page.waitForTimeout(200)
    await page.screenshot({ path: join(OUT, `data-coming-${size}-${language}-${theme}.png`) })
    await page.waitForTimeout(9000)
    await shot('data-on')
    await page.goto('/bible/KRV/John/3')
    await shot('reader')
    await page.getByLabel(language === 'en' ? 'Version' : '번역', { exact: true }).first().selectOption('')
    await shot('keep-dialog')
    await page.keyboard.press('Escape')
    await page.goto('/version-comparison?reference=John+3:16')
    await shot('compare')
    await page.goto('/admin/audit')
    await shot('audit')
    await page.goto('/admin/bibles')
    await shot('bibles')
    await page.goto('/settings')
    await shot('settings')
    await page.goto('/my-memos')
    await shot('my-memos')
    await page.goto('/settings/account')
    await shot('account')
    await page.context().setOffline(true)
    await page.goto('/my-memos/waiting')
    await shot('offline')
    await page.context().setOffline(false)
    void note
    await leave()
  }
}, 600_000)
