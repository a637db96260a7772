import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { changesOf } from '../../ui/changed-words.ts'

/**
 * A change of an entry. `moved`: the entry is now elsewhere in the pad. `before`: the earlier words of an edited
 * heading or text.
 */
export type EntryChange =
  | { readonly kind: 'same' | 'added' | 'removed' | 'moved'; readonly entry: PadEntry }
  | { readonly kind: 'changed'; readonly entry: PadEntry; readonly before: string }

const saying = (entry: PadEntry): string => JSON.stringify(entry)
const entryOf = (said: string): PadEntry => JSON.parse(said)

/**
 * Makes a function that takes one value out of the list. The function returns false if the list no longer has the
 * value.
 */
const taking = (all: readonly string[]) => {
  const left = new Map<string, number>()
  for (const said of all) left.set(said, (left.get(said) ?? 0) + 1)
  return (said: string): boolean => {
    const count = left.get(said) ?? 0
    left.set(said, count - 1)
    return count > 0
  }
}

/** The changes of a pad's entries, in the present order. A removed entry stands at its earlier place. */
export const padChanges = (before: readonly PadEntry[], after: readonly PadEntry[]): readonly EntryChange[] => {
  const runs = changesOf(before.map(saying), after.map(saying), (one, other) => one === other)
  const inRuns = (kind: 'added' | 'removed') => runs.flatMap((run) => (run.kind === kind ? run.words : []))
  const moved = inRuns('added').filter(taking(inRuns('removed')))
  const [isMovedHere, isMovedAway] = [taking(moved), taking(moved)]
  const changes: EntryChange[] = []
  /** The entries that were removed just before the present run of entries. */
  let gone: PadEntry[] = []
  const sayGone = () => {
    changes.push(...gone.map((entry) => ({ kind: 'removed', entry }) as const))
    gone = []
  }
  for (const { kind, words } of runs) {
    if (kind === 'removed') {
      gone = words.filter((said) => !isMovedAway(said)).map(entryOf)
      continue
    }
    const here = words.map((said): EntryChange => {
      const entry = entryOf(said)
      if (kind === 'same') return { kind, entry }
      if (isMovedHere(said)) return { kind: 'moved', entry }
      // An added text or heading counts as an edit of a removed one of the same type in the same place.
      const was = 'text' in entry ? gone.findIndex(({ type }) => type === entry.type) : -1
      const [earlier] = was < 0 ? [] : gone.splice(was, 1)
      return earlier && 'text' in earlier ? { kind: 'changed', entry, before: earlier.text } : { kind: 'added', entry }
    })
    sayGone()
    changes.push(...here)
  }
  sayGone()
  return changes
}
