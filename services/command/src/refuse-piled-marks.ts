import type { Event } from '@event-driven-io/emmett'
import { hasPiledMarks, hasPiledMarksWithin, PILED_MARKS } from '@pathlight/contracts/piled-marks-rules.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'

const piledMarks = () => new RuleBroken('invalid', PILED_MARKS.code, PILED_MARKS.message, PILED_MARKS.params)

/** Throws if a text of the event would block a browser for seconds, whether it was sent or imported. */
export const refusePiledMarks = ({ data }: Event): void => {
  if (hasPiledMarksWithin(data)) throw piledMarks()
}

/** Throws if the words of a rich text would block a browser for seconds. Marks may continue across nodes. */
export const refusePiledMarksIn = (words: string): void => {
  if (hasPiledMarks(words)) throw piledMarks()
}
