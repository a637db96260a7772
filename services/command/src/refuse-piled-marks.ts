import type { Event } from '@event-driven-io/emmett'
import { hasPiledMarks, hasPiledMarksWithin, PILED_MARKS } from '@pathlight/contracts/piled-marks-rules.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'

const piledMarks = () => new RuleBroken('invalid', PILED_MARKS.code, PILED_MARKS.message, PILED_MARKS.params)

/** Throws if a text of the event has so many combining marks on a letter that a browser would hang for seconds. */
export const refusePiledMarks = ({ data }: Event): void => {
  if (hasPiledMarksWithin(data)) throw piledMarks()
}

/**
 * Throws like refusePiledMarks for the words of a rich text. Its nodes are checked together, because the marks on a
 * letter may continue in the next node.
 */
export const refusePiledMarksIn = (words: string): void => {
  if (hasPiledMarks(words)) throw piledMarks()
}
