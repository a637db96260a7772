import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startApp } from '@pathlight/testing/app-process.ts'
import { endAll } from '@pathlight/testing/at-the-end.ts'
import { DESKTOP, looking, newPerson, openBrowser, openNotes, PHONE, signUp } from './person.ts'

// Takes the pictures of the README from the running app: npm run pictures
const folder = join(import.meta.dirname, '../../docs/pictures')
mkdirSync(folder, { recursive: true })
const picture = (name: string) => ({ path: join(folder, `${name}.png`) })

const app = await startApp()
const browser = await openBrowser()
try {
  const desk = await newPerson(browser, app.address, DESKTOP, looking({ theme: 'light' }))
  await desk.page.goto('/', { waitUntil: 'networkidle' })
  await desk.page.screenshot(picture('landing'))
  await desk.page.goto('/bible/WEB/Psalms/23', { waitUntil: 'networkidle' })
  await signUp(desk.page, 'ruth')
  await openNotes(desk.page, 4)
  const panel = desk.page.getByRole('complementary')
  await panel.getByLabel('Title (optional)').fill('With me')
  await panel
    .getByLabel('Note', { exact: true })
    .fill('From “he” to “you”: in the valley the psalm stops speaking about the shepherd and speaks to him.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'detached' })
  await desk.page.getByRole('button', { name: '1 note on verse 4' }).click()
  await panel.getByText('With me', { exact: true }).waitFor()
  await desk.page.mouse.move(0, 0)
  await desk.page.evaluate('scrollTo(0, 0)')
  await desk.page.waitForLoadState('networkidle')
  await desk.page.screenshot({ ...picture('reader'), animations: 'disabled' })

  const phone = await newPerson(browser, app.address, { ...PHONE, deviceScaleFactor: 2 }, looking({ theme: 'dark' }))
  await phone.page.goto('/bible/KJV/John/1', { waitUntil: 'networkidle' })
  await phone.page.getByRole('button', { name: 'Verse 5', exact: true }).tap()
  await phone.page.getByRole('toolbar').waitFor()
  await phone.page.screenshot({ ...picture('reader-phone'), animations: 'disabled' })
} finally {
  await browser.close()
  await endAll()
}
console.log(`The pictures are in ${folder}`)
