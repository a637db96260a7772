import { get, type Records } from './records.ts'

/** The key of the record which marks that no stored import quotes its file any more. */
const UNQUOTED = 'imports without quotations'

type Problem = { readonly params?: Readonly<Record<string, unknown>> }
/** The fields of an import's stored state (services/command/src/import) that this file changes. */
type KeptImport = { readonly problems?: readonly Problem[]; readonly more_problems?: number }

/**
 * Whether a problem quotes the file, as problems of older versions did. Problems of this version have an ellipsis in
 * place of words. `column` is a name of Pathlight's own, and no quotation.
 */
const quotes = ({ params = {} }: Problem): boolean =>
  Object.entries(params).some(
    ([name, value]) => typeof value === 'string' && name !== 'column' && !['', '…'].includes(value),
  )

/**
 * The state of an import without the problems that quote the person's file; `more_problems` counts these problems
 * instead. Null if no problem quotes the file.
 */
export const unquoted = (state: unknown): KeptImport | null => {
  const { problems = [], more_problems = 0 } = state as KeptImport
  const unquoting = problems.filter((problem) => !quotes(problem))
  const left = problems.length - unquoting.length
  return left === 0 ? null : { ...(state as KeptImport), problems: unquoting, more_problems: more_problems + left }
}

/** Removes the quotations of older versions from the stored imports, once. */
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
