import type { Acting, Chosen } from '../../study/study-kind.ts'
import { highlightStep } from './highlight-step.ts'
import { highlightsNow } from './highlights-now.ts'
import { lastStyle, makeAndOffer, newOn } from './mark-chosen.ts'

/**
 * The action of Highlights in the popup (specification section 2): highlights the chosen words, lists their highlights,
 * or says that the words overlap a highlight.
 */
export const highlightChosen = async (chosen: Chosen, acting: Acting): Promise<void> => {
  const { owner, t, say, openSection, letGo } = acting
  const now = await highlightsNow(owner, chosen.column)
  const step = highlightStep(chosen, now())
  if (step.do === 'list') return openSection()
  if (step.do === 'refuse') return void say(t('highlights.overlaps'), 'error')
  const changes = newOn(step.parts, { color: null, ...lastStyle() })
  makeAndOffer(changes, t('highlights.added'), t('highlights.addFailed'), acting)
  letGo()
}
