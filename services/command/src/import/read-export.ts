import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS, EXPORT_VERSION } from '@pathlight/contracts/export-rules.ts'
import { importedEntry } from '@pathlight/contracts/import.ts'
import { HISTORY_KINDS, type HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { oddShape } from '@pathlight/http/json-shape.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { added, BAD_ENTRY, type Entry, TOO_MANY_PARTS } from './entry.ts'
import { cutOff, FileRefused, newerProgram } from './file-refused.ts'
import { decoded, linesOf } from './read-lines.ts'

const laidOutAnew = (line: number) =>
  new FileRefused(
    'import_laid_out_anew',
    'Another program has changed how this file is laid out. Please use the file as it was downloaded.',
    line,
  )

const checkBeginning = (text: string): void => {
  if (text === EXPORT_BEGINS) return
  const [, version] = /^\{ ?"format": ?"pathlight-export", ?"version": ?(\d{1,9})/.exec(text) ?? []
  if (version !== undefined && Number(version) > EXPORT_VERSION) throw newerProgram()
  throw laidOutAnew(1)
}

const kindIn = (value: unknown): HistoryKind => {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  return HISTORY_KINDS.find((one) => one === kind) ?? 'note'
}

const entryOf = (line: number, text: string): Entry => {
  if (oddShape(Buffer.from(text)) !== null) return { line, kind: 'note', refused: TOO_MANY_PARTS }
  let value: unknown
  try {
    value = JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text)
  } catch {
    return { line, kind: 'note', refused: BAD_ENTRY }
  }
  const { success, data } = importedEntry.safeParse(value)
  if (!success) return { line, kind: kindIn(value), refused: BAD_ENTRY }
  if (!('revision' in data)) return { line, changes: [added(data.kind, data.item)] }
  const { kind, id, action, at, item, revision } = data
  if ((item === null) !== (action === 'removed')) return { line, kind, refused: BAD_ENTRY }
  return { line, changes: [{ kind, id, action, at, item, after: revision - 1 }] }
}

/**
 * The entries of an export (docs/export-format.md), line by line. Throws FileRefused where the file is not an export,
 * or not a complete one.
 */
export async function* readExport(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  let part: 'beginning' | 'history' | 'items' | 'over' = 'beginning'
  const pause = pauses()
  let last = 0
  for await (const { line, text } of linesOf(decoded(source))) {
    last = line
    if (part === 'over') {
      if (text.trim() !== '') throw laidOutAnew(line)
    } else if (part === 'beginning') {
      checkBeginning(text)
      part = 'history'
    } else if (part === 'history' && text === EXPORT_ITEMS) part = 'items'
    else if (part === 'items' && text.startsWith(EXPORT_ENDS)) part = 'over'
    else if (text !== '') {
      const entry = entryOf(line, text)
      // Parsing a line takes milliseconds, and so does importing an entry.
      await pause()
      yield entry
    }
    // A chunk has many lines, so the reader may also pause between two lines.
    await pause()
  }
  if (part !== 'over') throw cutOff(last)
}
