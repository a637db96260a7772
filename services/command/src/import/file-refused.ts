import type { RuleParams } from '@pathlight/domain/rule.ts'

/** The refusal of a file. `line`: the line at which the reading of the file ended; the first line is 1. */
export class FileRefused extends Error {
  readonly code: string
  readonly line: number
  readonly params: RuleParams

  constructor(code: string, message: string, line: number, params: RuleParams = {}) {
    super(message)
    this.name = 'FileRefused'
    this.code = code
    this.line = line
    this.params = params
  }
}

export const notUtf8 = (line: number) =>
  new FileRefused('import_not_utf8', 'The file is not in UTF-8. Please save it as UTF-8 and try again.', line)
export const cutOff = (line: number) =>
  new FileRefused('import_cut_off', 'The end of the file is missing. Please download it again.', line)
export const tooLong = (line: number) =>
  new FileRefused('import_line_too_long', 'This line is longer than anything that can be kept here.', line)
export const newerProgram = () =>
  new FileRefused('import_newer', 'This file was made by a newer Pathlight than this one.', 1)
/** The formats that can be imported, in words. */
export const TAKEN =
  'What can be taken: an export of a Pathlight, a table as CSV, a backup of AndBible, and the notes of MySword.'
export const unknownFormat = () =>
  new FileRefused('import_unknown_format', `The format of this file is not known here. ${TAKEN}`, 1)
/** The browser reads databases of other apps. The server opens no database. */
export const onYourDevice = () =>
  new FileRefused(
    'import_on_your_device',
    'The server opens no databases and no packed files. Open the page “Your data” in a browser, reload it, and choose the file there: it is read on your own device, and only what you wrote is sent.',
    1,
  )
