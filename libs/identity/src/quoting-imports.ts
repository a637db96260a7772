import { get, type Records } from './records.ts'

/** What is remembered once no import quotes its file any more. */
const UNQUOTED = 'imports without quotations'

/** What is kept of an import (services/command/src/import), as far as it is changed here. */
type KeptImport = { readonly problems?: readonly unknown[]; readonly more_problems?: number }

/**
 * The state of an import without what it says of single lines, of which an older version quoted the person's words in clear. They are
 * counted as problems that are not listed. null: it says nothing of lines.
 */
export const unquoted = (state: unknown): KeptImport | null => {
  const { problems = [], more_problems = 0 } = state as KeptImport
  if (problems.length === 0) return null
  return { ...(state as KeptImport), problems: [], more_problems: more_problems + problems.length }
}

/** Removes from the imports that are kept what an older version quoted, once. */
export const removeQuotations = async (records: Records): Promise<void> => {
  if ((await get(records, 'archives', { name: UNQUOTED })) !== null) return
  let changed = 0
  for await (const page of records.pages('imports'))
    for (const { id, state: before } of page) {
      const state = unquoted(before)
      if (state === null) continue
      await records.change('imports', { id }, { state })
      changed += 1
    }
  if (changed > 0) await records.cutOff()
  await records.put('archives', [{ name: UNQUOTED, value: {} }])
}
