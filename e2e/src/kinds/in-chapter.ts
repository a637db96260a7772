import type { Page } from 'playwright-core'
import { studyPanel, verseNumber } from '../person.ts'

/** The id of a verse of John 3. */
export const verseId = (verse: number): number => 43_003_000 + verse

export const CHAPTER = '/bible/KJV/John/3'

export const inChapter = async (page: Page): Promise<void> => {
  await page.goto(CHAPTER)
  await verseNumber(page, 16).waitFor()
}

/** Chooses a verse, and presses a button in the bar for the verse. */
export const onVerse = async (page: Page, verse: number, button: string): Promise<void> => {
  await verseNumber(page, verse).click()
  const bar = page.getByRole('toolbar', { name: `Verse ${verse}`, exact: true })
  await bar.getByRole('button', { name: button, exact: true }).click()
}

export const closePanel = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await studyPanel(page).waitFor({ state: 'detached' })
}

/** Presses a button of the open dialog that asks for a confirmation. */
export const confirmed = (page: Page, button: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: button }).click()
