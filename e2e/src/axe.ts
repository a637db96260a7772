import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { AT_REST } from './in-page.ts'
import { setTheme, THEMES } from './person.ts'

/** Beside what axe looks for by itself, some of which it calls experimental and may leave out in another release. */
const EVERYTHING: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } }
const WHAT_DEPENDS_ON_THE_THEME: RunOptions = { runOnly: ['color-contrast'] }

/** What axe finds on the open page: everything in the light theme; in the others only what depends on the theme. */
export const violations = async (
  page: Page,
  where: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> => {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Once a page: half a megabyte of script.
  await page.evaluate(axe.source)
  for (const theme of themes) {
    await setTheme(page, theme)
    await page.evaluate(AT_REST)
    const options = theme === 'light' ? EVERYTHING : WHAT_DEPENDS_ON_THE_THEME
    const run = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
    const { violations } = await page.evaluate<AxeResults>(run)
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${where}, ${theme}: ${id} ${target} ${failureSummary}`)
  }
  return found
}
