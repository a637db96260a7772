import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { idNamed, PAD_BYTES_MAX, padBytes } from '@pathlight/contracts/pad-rules.ts'
import { PAD_TOO_LONG } from '@pathlight/contracts/pads.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { checkVersePlace, type KnownTexts, rangeEnd, versionNamed } from '../verse-place.ts'

const keyOfKind = new Map(itemKinds.map(({ kind, keyOf }) => [kind, keyOf]))

/**
 * The entries of a study pad, checked and in our terms. The item that an entry names may be gone or may not have arrived yet, but its
 * id must have the form of its kind's ids. Throws RuleBroken.
 */
export const padEntries = (sent: readonly PadEntry[], texts: Pick<KnownTexts, 'knowsVersion'>): readonly PadEntry[] => {
  if (padBytes(sent) > PAD_BYTES_MAX)
    throw new RuleBroken('too_large', PAD_TOO_LONG.code, PAD_TOO_LONG.message, PAD_TOO_LONG.params)
  return sent.map((entry) => {
    if (entry.type === 'passage') {
      const { verse_id, end_verse_id } = entry
      checkVersePlace(verse_id, undefined)
      return { ...entry, version: versionNamed(entry.version, texts), end_verse_id: rangeEnd(verse_id, end_verse_id) }
    }
    if (entry.type !== 'item') return entry
    if (!keyOfKind.get(entry.kind)?.(entry.id))
      throw new RuleBroken('invalid', 'pad_bad_item', 'An entry of a study pad names its item by an id that is none.')
    return { ...entry, id: idNamed(entry) }
  })
}
