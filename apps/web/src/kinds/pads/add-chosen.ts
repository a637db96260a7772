import { followWrite } from '../../study/follow-write.ts'
import type { Acting, Chosen } from '../../study/study-kind.ts'
import { addToPad, hasEntries, lastPad, padNow } from './add-to-pad.ts'
import { chosenPassages } from './entries/chosen-passages.ts'
import { padWrites } from './pad-writes.ts'

/**
 * Adds the chosen verses to the pad that was used last. If there is no such pad, or the pad already has the verses, the
 * person chooses a pad.
 */
const addChosen = async (chosen: Chosen, { owner, t, say, openSection, letGo }: Acting): Promise<void> => {
  const id = lastPad(owner.id)
  const pad = id === null ? null : await padNow(owner.id, id)
  const entries = chosenPassages(chosen)
  if (!pad || hasEntries(pad, entries)) return openSection()
  const key = addToPad(owner.id, pad, entries)
  const end = say(t('pads.addedTo', { title: pad.title }), 'ok', { label: t('pads.another'), act: openSection })
  followWrite(padWrites, owner.id, key, { t, say, otherwise: t('pads.addFailed'), onRefused: end })
  letGo()
}
export default addChosen
