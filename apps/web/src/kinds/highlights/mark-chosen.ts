import type { Highlight, OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { followWrite } from '../../study/follow-write.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import type { Acting, Chosen, VersePart } from '../../study/study-kind.ts'
import { highlightWrites, newHighlight } from './highlight-writes.ts'
import { highlightsNow } from './highlights-now.ts'
import { highlightsOfVerse } from './highlights-of-verse.ts'

/** What a press of a colour changes: `bare` words get a new highlight, the highlights in `marked` get the colour. */
export type Marking = { readonly bare: readonly VersePart[]; readonly marked: readonly OverlayHighlight[] }

export const markingOf = ({ parts }: Chosen, highlights: readonly OverlayHighlight[]): Marking => {
  const each = parts.map((part) => ({
    part,
    on: highlightsOfVerse(highlights, part.verse)
      .own.filter(({ place }) => part.start < place.end && place.start < part.end)
      .map(({ highlight }) => highlight),
  }))
  return {
    bare: each.filter(({ on }) => on.length === 0).map(({ part }) => part),
    marked: each.flatMap(({ on }) => on),
  }
}

/** The highlight as writes take it: without `shown_at`, which only the overlay has. */
export const written = ({ shown_at: _, ...highlight }: OverlayHighlight): Highlight => highlight

export type Look = Pick<Editable['highlight'], 'color' | 'style'>
export const looksSo = ({ color, style }: Look, look: Look): boolean => color === look.color && style === look.style

/** The storage key for the style that the person chose last. The next highlight gets this style. */
const STYLE = 'highlights.style'
export const lastStyle = (): Pick<Look, 'style'> =>
  deviceStorage.get(STYLE) === 'underline' ? { style: 'underline' } : {}
export const keepStyle = (isUnderline: boolean): void => {
  deviceStorage.set(STYLE, isUnderline ? 'underline' : 'behind')
}

/** A copy of the highlight with another look. A look without `style` removes the underline. */
export const lookingSo = (highlight: Highlight, look: Look): Highlight => ({ ...highlight, style: undefined, ...look })

type Change =
  | { readonly base: null; readonly wanted: Highlight }
  | { readonly base: Highlight; readonly wanted: Highlight | null }

/** The key of the message after a change: `recolored` if a colour changed, otherwise `restyled`. */
export const changeName = (changes: readonly Change[]) =>
  changes.some(({ base, wanted }) => base?.color !== wanted?.color) ? 'highlights.recolored' : 'highlights.restyled'

/** A new highlight on each of these parts. All have the same `created_at`. */
export const newOn = (parts: readonly VersePart[], look: Look): readonly Change[] => {
  const now = new Date().toISOString()
  return parts.map((part) => ({ base: null, wanted: { ...newHighlight(part, now), ...look } }))
}

/**
 * Writes the changes, confirms them and offers an undo. The last verse is written first: lists show the newest item
 * first, and so show the verses in the order of the text.
 */
export const makeAndOffer = (
  changes: readonly Change[],
  done: string,
  otherwise: string,
  { owner, t, say }: Pick<Acting, 'owner' | 't' | 'say'>,
): void => {
  const writes = changes.toReversed().map((change) => ({
    key: pendingWrites.add(highlightWrites, owner.id, change),
    seen: change.base,
  }))
  const onRefused = offerUndo(highlightWrites, owner.id, writes, { t, say, done })
  for (const { key } of writes) followWrite(highlightWrites, owner.id, key, { t, say, otherwise, onRefused })
}

/** The person's highlights on the chapter. Null if they must be fetched. */
type Known = readonly OverlayHighlight[] | null

export const markChosen = async (chosen: Chosen, look: Look, acting: Acting, known: Known): Promise<void> => {
  const { bare, marked } = markingOf(chosen, known ?? (await highlightsNow(acting.owner, chosen.column))())
  const changes: Change[] = [
    ...newOn(bare, look),
    ...marked
      .filter((one) => !looksSo(one, look))
      .map((one) => ({ base: written(one), wanted: lookingSo(written(one), look) })),
  ]
  if (changes.length > 0)
    makeAndOffer(
      changes,
      acting.t(bare.length > 0 ? 'highlights.added' : changeName(changes)),
      acting.t('highlights.addFailed'),
      acting,
    )
  acting.letGo()
}

export const unmarkChosen = async (chosen: Chosen, acting: Acting, known: Known): Promise<void> => {
  const { marked } = markingOf(chosen, known ?? (await highlightsNow(acting.owner, chosen.column))())
  const changes = marked.map((one): Change => ({ base: written(one), wanted: null }))
  makeAndOffer(
    changes,
    acting.t('highlights.removed', { count: marked.length }),
    acting.t('highlights.deleteFailed'),
    acting,
  )
  acting.letGo()
}
