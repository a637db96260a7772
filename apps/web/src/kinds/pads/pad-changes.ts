import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { changesOf } from '../../ui/changed-words.ts'

/** What became of an entry. `moved`: it stands at another place now. `before`: the words that a heading or a text had. */
export type EntryChange =
  | { readonly kind: 'same' | 'added' | 'removed' | 'moved'; readonly entry: PadEntry }
  | { readonly kind: 'changed'; readonly entry: PadEntry; readonly before: string }

const saying = (entry: PadEntry): string => JSON.stringify(entry)
const entryOf = (said: string): PadEntry => JSON.parse(said)

/** A list from which each is taken once. */
const taking = (all: readonly string[]) => {
  const left = new Map<string, number>()
  for (const said of all) left.set(said, (left.get(said) ?? 0) + 1)
  return (said: string): boolean => {
    const count = left.get(said) ?? 0
    left.set(said, count - 1)
    return count > 0
  }
}

/** What became of the entries of a pad, in their order now; what was removed stands where it stood. */
export const padChanges = (before: readonly PadEntry[], after: readonly PadEntry[]): readonly EntryChange[] => {
  const runs = changesOf(before.map(saying), after.map(saying), (one, other) => one === other)
  const inRuns = (kind: 'added' | 'removed') => runs.flatMap((run) => (run.kind === kind ? run.words : []))
  const moved = inRuns('added').filter(taking(inRuns('removed')))
  const [isMovedHere, isMovedAway] = [taking(moved), taking(moved)]
  const changes: EntryChange[] = []
  /** What was removed in the place to which the next entries were added. */
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
      // A text in the place of another one is that one, edited.
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
