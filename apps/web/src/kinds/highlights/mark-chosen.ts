import type { Highlight, OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { newId } from '../../api/new-id.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { followWrite } from '../../study/follow-write.ts'
import type { Acting, Chosen, VersePart } from '../../study/study-kind.ts'
import { highlightWrites, newHighlight } from './highlight-writes.ts'
import { highlightsNow } from './highlights-now.ts'
import { highlightsOfVerse } from './highlights-of-verse.ts'

/** What a colour means for what is chosen: words without a highlight get one, and highlights that are on the words take it. */
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

const LAST = 'highlights.lastColor'
/** The colour that was used last on this device; null is that of the settings. Undefined: none was. */
export const lastColor = (): string | null | undefined => {
  const kept = deviceStorage.get(LAST)
  return kept === null ? undefined : /^#[0-9a-f]{6}$/.test(kept) ? kept : null
}

/** As it is written, without what the server says of where it is shown. */
const written = ({ shown_at: _, ...highlight }: OverlayHighlight): Highlight => highlight

/** The same words once more, after they were deleted. */
const again = (highlight: Highlight): Highlight => ({
  ...highlight,
  id: `${highlight.verse_id}.${highlight.version}.${newId()}`,
  revision: 1,
})

type Change =
  | { readonly base: null; readonly wanted: Highlight }
  | { readonly base: Highlight; readonly wanted: Highlight | null }

/** What takes a change back. */
const undone = ({ base, wanted }: Change): Change => {
  if (base === null) return { base: wanted, wanted: null }
  return wanted === null ? { base: null, wanted: again(base) } : { base: wanted, wanted: base }
}

const make = (changes: readonly Change[], { owner, t, say }: Acting, otherwise: string): void => {
  for (const change of changes) {
    const key = pendingWrites.add(highlightWrites, owner.id, change)
    followWrite(highlightWrites, owner.id, key, { t, say, otherwise })
  }
}

/** Makes changes, says what was done, and takes them back where that is wanted at once. */
export const makeAndOffer = (changes: readonly Change[], done: string, otherwise: string, acting: Acting): void => {
  make(changes, acting, otherwise)
  acting.say(done, 'ok', { label: acting.t('undo'), act: () => make(changes.map(undone), acting, otherwise) })
}

/** Gives all that is chosen a colour (null: that of the settings), and remembers it. */
export const markChosen = async (chosen: Chosen, color: string | null, acting: Acting): Promise<void> => {
  const { bare, marked } = markingOf(chosen, await highlightsNow(acting.owner, chosen.column))
  deviceStorage.set(LAST, color ?? 'settings')
  const changes: Change[] = [
    ...bare.map((part) => ({ base: null, wanted: { ...newHighlight(part), color } })),
    ...marked
      .filter((one) => one.color !== color)
      .map((one) => ({ base: written(one), wanted: { ...written(one), color } })),
  ]
  makeAndOffer(changes, acting.t('highlights.added'), acting.t('highlights.addFailed'), acting)
  acting.letGo()
}

/** Deletes the highlights that are on what is chosen. */
export const unmarkChosen = async (chosen: Chosen, acting: Acting): Promise<void> => {
  const { marked } = markingOf(chosen, await highlightsNow(acting.owner, chosen.column))
  const changes = marked.map((one): Change => ({ base: written(one), wanted: null }))
  makeAndOffer(
    changes,
    acting.t('highlights.removed', { count: marked.length }),
    acting.t('highlights.deleteFailed'),
    acting,
  )
  acting.letGo()
}

/** Says that one was deleted, and brings it back where that was not meant. */
export const offerBack = (highlight: OverlayHighlight, acting: Pick<Acting, 'owner' | 't' | 'say'>): void =>
  acting.say(acting.t('highlights.removed', { count: 1 }), 'ok', {
    label: acting.t('undo'),
    act: () => {
      const wanted = again(written(highlight))
      const key = pendingWrites.add(highlightWrites, acting.owner.id, { base: null, wanted })
      followWrite(highlightWrites, acting.owner.id, key, { ...acting, otherwise: acting.t('highlights.addFailed') })
    },
  })
