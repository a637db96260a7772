import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { AT_REST } from './in-page.ts'
import { setTheme, THEMES } from './person.ts'

/** Rules that are enabled in addition, because axe calls them experimental and may drop them in a release. */
const EVERYTHING: RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } }
const WHAT_DEPENDS_ON_THE_THEME: RunOptions = { runOnly: ['color-contrast'] }

/**
 * The violations on the open page: by all rules in the light theme; in the others only by those that depend on the
 * theme.
 */
export const violations = async (
  page: Page,
  where: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> => {
  const violationTexts: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Once for each page, because the script has half a megabyte.
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
