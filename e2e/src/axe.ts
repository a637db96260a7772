import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { AT_REST } from './in-page.ts'
import { setTheme, THEMES } from './person.ts'

/** Beside what axe looks for by itself, some of which it calls experimental and may leave out in another release. */
const ASKED_FOR = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** What axe finds on the page that is open: everything in the light theme, and in the others what depends on the theme. */
export const violations = async (
  page: Page,
  where: string,
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> => {
  const found: string[] = []
  for (const theme of themes) {
    await setTheme(page, theme)
    await page.evaluate(AT_REST)
    // One frame, so axe needs no page of its own to gather what it found.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const answer = await (theme === 'light' ? axe.options(ASKED_FOR) : axe.withRules('color-contrast')).analyze()
    for (const { id, nodes } of answer.violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${where}, ${theme}: ${id} ${target} ${failureSummary}`)
  }
  return found
}
