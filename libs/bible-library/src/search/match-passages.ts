import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { passageRange } from '../passage-range.ts'
import type { VersionMatch } from './match-version.ts'
import { indexOf } from './postings.ts'
import type { SearchableVersion, Slots } from './searchable.ts'

/** For each shared slot 1 if it belongs to a wanted passage, else 0. */
export type AskedSlots = Uint8Array

/** @param passages in the standard numbering */
export const slotsOfPassages = (passages: readonly Reference[], { ids }: Slots): AskedSlots => {
  const asked = new Uint8Array(ids.length)
  for (const passage of passages) {
    const range = passageRange(passage, 'eng')
    if (range !== null) asked.fill(1, indexOf(ids, range.from), indexOf(ids, range.through + 1))
  }
  return asked
}

/** The verses of a version in the wanted slots. Joined verses match if one of the verses does. All scores are 0. */
export const matchPassages = ({ slots, joined, room }: SearchableVersion, asked: AskedSlots): VersionMatch => {
  const reaching = new Set(joined.filter(([, slot]) => asked[slot] === 1).map(([place]) => place))
  let count = 0
  for (let place = 0; place < slots.length; place++)
    if (asked[slots[place] as number] === 1 || (reaching.size > 0 && reaching.has(place))) room.verses[count++] = place
  room.scores.fill(0, 0, count)
  return { verses: room.verses.subarray(0, count), scores: room.scores.subarray(0, count), marked: [] }
}
