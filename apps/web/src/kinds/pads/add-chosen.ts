import type { Acting, Chosen } from '../../study/study-kind.ts'
import { addToPad, hasEntries, lastPad, needsChoice, padNow } from './add-to-pad.ts'
import { chosenPassages } from './entries/chosen-passages.ts'

/**
 * Adds the chosen verses to the pad that was used last. Opens the choice of a pad if there is no such pad, if the pad
 * has the verses already, or if the server refused a change of the pad.
 */
const addChosen = async (chosen: Chosen, { owner, t, say, openSection, letGo }: Acting): Promise<void> => {
  const id = lastPad(owner.id)
  const pad = id === null ? null : await padNow(owner.id, id)
  const entries = chosenPassages(chosen)
  if (!pad || hasEntries(pad, entries) || needsChoice(owner.id, pad)) return openSection()
  addToPad(owner.id, pad, entries)
  say(t('pads.addedTo', { title: pad.title }), 'ok', { label: t('pads.another'), act: openSection })
  letGo()
}
export default addChosen
