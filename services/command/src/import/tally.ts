import type { ImportProblem } from '@pathlight/contracts/import.ts'
import { IMPORT_PROBLEMS_MAX } from '@pathlight/contracts/import-rules.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Change, Why } from './entry.ts'
import type { Taken } from './take-change.ts'

type Counts = { new: number; same: number; different: number; refused: number }
/** The outcome of a file so far, in the API's form. */
export type Tally = {
  readonly kinds: Record<string, Counts>
  readonly problems: ImportProblem[]
  more_problems: number
}

export const newTally = (): Tally => ({ kinds: {}, problems: [], more_problems: 0 })

const countsOf = ({ kinds }: Tally, kind: HistoryKind): Counts => {
  const counts = kinds[kind] ?? { new: 0, same: 0, different: 0, refused: 0 }
  kinds[kind] = counts
  return counts
}

export const tellProblem = (tally: Tally, line: number, why: Why): void => {
  if (tally.problems.length < IMPORT_PROBLEMS_MAX) tally.problems.push({ line, ...why } as ImportProblem)
  else tally.more_problems += 1
}

export const countRefused = (tally: Tally, line: number, kind: HistoryKind, why: Why): void => {
  countsOf(tally, kind).refused += 1
  tellProblem(tally, line, why)
}

/**
 * Counts the outcome of a change. Of an item's history only refusals are counted, because the file also contains the
 * item itself, which is counted.
 */
export const count = (tally: Tally, line: number, change: Change, taken: Taken): void => {
  if (taken.outcome === 'refused') countRefused(tally, line, change.kind, taken.why)
  else if (change.after !== null) return
  else if (taken.outcome !== 'kept yours') countsOf(tally, change.kind)[taken.outcome] += 1
  else {
    countsOf(tally, change.kind).different += 1
    tellProblem(tally, line, taken.why)
  }
}

/**
 * The reason without the person's words, because the record of an import is not sealed. `column` stays: its value is a
 * name of Pathlight's own.
 */
const withoutWords = ({ code, why, params }: Why): Why => {
  if (params === undefined) return { code, why }
  const isWord = ([name, value]: [string, unknown]) => typeof value === 'string' && value !== '' && name !== 'column'
  const words = Object.entries(params).filter(isWord)
  return {
    code,
    why: words.reduce((sentence, [, word]) => sentence.replaceAll(String(word), '…'), why),
    params: { ...params, ...Object.fromEntries(words.map(([name]) => [name, '…'])) },
  }
}

/** Adds the outcomes of another tally, without the person's words. */
export const addTally = (tally: Tally, { kinds, problems, more_problems }: Tally): void => {
  for (const [kind, counts] of Object.entries(kinds)) {
    const sum = countsOf(tally, kind as HistoryKind)
    for (const outcome of ['new', 'same', 'different', 'refused'] as const) sum[outcome] += counts[outcome]
  }
  for (const { line, ...why } of problems) tellProblem(tally, line, withoutWords(why as Why))
  tally.more_problems += more_problems
}
