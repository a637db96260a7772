import { highlightAddress, highlightsStream } from '@pathlight/domain/highlights/events.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { Writer } from '../writer.ts'

/**
 * The writer without If-Match. The revision counts what happened to the verse, so another highlight of it changes it. A
 * highlight has nothing in it that a second writer could overwrite unseen.
 */
export const whicheverRevision = (writer: Writer): Writer => ({ ...writer, ifMatch: null })

/** Where one of a person's highlights is kept, by its id. Refuses an id that is none. */
export const addressedHighlight = (userId: string, id: string) => {
  const address = highlightAddress(id)
  if (address === null) throw new RuleBroken('not_found', 'highlight_not_found', 'No such highlight.')
  const { verseId, version } = address
  return { stream: highlightsStream(userId, verseId, version), place: { highlightId: id, userId, verseId, version } }
}
