import { importedRow, passagesBegin } from '@pathlight/contracts/import.ts'
import { type ImportedApp, PASSAGES_VERSION, type ROW_REFUSALS } from '@pathlight/contracts/import-rules.ts'
import { oddShape } from '@pathlight/http/json-shape.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { entriesOfPad, entriesOfPassage, type PassageOptions } from './entries-of-passage.ts'
import { BAD_ENTRY, type Entry, TOO_MANY_PARTS } from './entry.ts'
import { FileRefused, newerProgram, unknownFormat } from './file-refused.ts'
import { decoded, linesOf } from './read-lines.ts'

export type PassagesOptions = PassageOptions & {
  /** Called with the app that the passages come from. */
  readonly tellFormat?: (app: ImportedApp) => void
}

const WHY: Readonly<Record<(typeof ROW_REFUSALS)[number], string>> = {
  import_not_on_bible: 'This is not on a passage of the 66 books of the Bible.',
  import_text_too_long: 'This text is longer than a note may be.',
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The app that the passages come from. Throws FileRefused. */
const appIn = (text: string): ImportedApp => {
  const { success, data } = passagesBegin.safeParse(oddShape(Buffer.from(text)) === null ? parsed(text) : null)
  if (!success) throw unknownFormat()
  if (data.version > PASSAGES_VERSION) throw newerProgram()
  return data.app
}

/**
 * Reads passages of another app, one line of JSON each. The import page made these lines in the browser from the other
 * app's database. Throws FileRefused.
 */
export async function* readPassages(
  source: AsyncIterable<Uint8Array>,
  options: PassagesOptions,
): AsyncGenerator<Entry> {
  const pause = pauses()
  let app: ImportedApp | null = null
  for await (const { line, text } of linesOf(decoded(source))) {
    if (app === null) {
      app = appIn(text)
      options.tellFormat?.(app)
    } else if (oddShape(Buffer.from(text)) !== null) yield { line, kind: 'note', refused: TOO_MANY_PARTS }
    else if (text !== '') {
      const { data } = importedRow.safeParse(parsed(text))
      if (data === undefined) yield { line, kind: 'note', refused: BAD_ENTRY }
      else if ('refused' in data)
        yield { line: data.row, kind: 'note', refused: { code: data.refused, why: WHY[data.refused] } }
      else yield* 'entries' in data ? entriesOfPad(app, data, options) : entriesOfPassage(app, data, options)
    }
    // A chunk has many lines, and each line may take milliseconds.
    await pause()
  }
  if (app === null) throw new FileRefused('import_empty', 'The file is empty.', 1)
}
