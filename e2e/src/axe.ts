import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { AT_REST } from './in-page.ts'
import { setTheme, THEMES } from './person.ts'

/** All usual rules, and one that axe calls experimental and may drop in a release. */
const EVERYTHING: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } }
const WHAT_DEPENDS_ON_THE_THEME: RunOptions = { runOnly: ['color-contrast'] }

/**
 * The accessibility violations on the open page. All rules run in the light theme; the other themes are checked only
 * for contrast.
 */
export const violations = async (
  page: Page,
  where: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> => {
  const violationTexts: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The script is half a megabyte, so it is loaded once for all themes.
  await page.evaluate(axe.source)
  for (const theme of themes) {
    await setTheme(page, theme)
    await page.evaluate(AT_REST)
    const options = theme === 'light' ? EVERYTHING : WHAT_DEPENDS_ON_THE_THEME
    const run = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
    const { violations } = await page.evaluate<AxeResults>(run)
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        violationTexts.push(`${where}, ${theme}: ${id} ${target} ${failureSummary}`)
  }
  return violationTexts
}
