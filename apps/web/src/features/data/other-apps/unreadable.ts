import { ApiProblem } from '../../../api/api-problem.ts'

/** Why another app's file cannot be read. The catalogues have words for each code. */
export type Unreadable = { readonly code: string; readonly params?: Readonly<Record<string, number>> }

/** The largest database, zipped or not, in bytes. */
export const MOST_BYTES = 50_000_000

export class FileUnreadable extends Error {
  readonly why: Unreadable

  constructor(code: string, params?: Unreadable['params']) {
    super(code)
    this.name = 'FileUnreadable'
    this.why = { code, ...(params && { params }) }
  }
}
export const tooLarge = () => new FileUnreadable('import_database_too_large', { max: MOST_BYTES / 1e6 })
export const cutOff = () => new FileUnreadable('import_cut_off')

/** The reason as an ApiProblem. Pages report it like a refusal of the server. */
export const problemOf = ({ code, params = {} }: Unreadable) => new ApiProblem(400, { code, params, message: code })
