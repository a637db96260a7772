import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const editor = (page: Page) => page.locator('.ProseMirror')

export const KOREAN = { verse: '16 절', chosen: '16절', sermon: '설교' }
export const inEnglish = (verse: number) => ({ verse: `Verse ${verse}`, chosen: `Verse ${verse}`, sermon: 'Sermon' })
export const openSermon = async (page: Page, number: number, words = inEnglish(number)) => {
  const { verse, chosen, sermon } = words
  const bar = page.getByRole('toolbar', { name: chosen, exact: true })
  if (!(await bar.isVisible())) await page.getByRole('button', { name: verse, exact: true }).click()
  await bar.getByRole('button', { name: sermon }).click()
  await editor(page).waitFor()
}
/** Opens the passage fields of a sermon, by the chip that shows `reference`. */
export const openPassage = (page: Page, reference: string) => page.locator('summary', { hasText: reference }).click()
export const FIELDS = { speaker: 'Ruth', version: 'WEB', startChapter: 3, endChapter: 3 }
export const addOn = async (page: Page, verse: number, title: string, content: unknown): Promise<string> => {
  const startVerseId = 43_003_000 + verse
  const data = { ...FIELDS, title, content, startVerseId, endVerseId: startVerseId, verseId: startVerseId }
  const answer = await page.request.post('/api/sermon/', { data })
  expect(answer.status()).toBe(201)
  return (await answer.json()).newSermon.id
}
