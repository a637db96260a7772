import { ApiProblem } from '../../../api/api-problem.ts'

/** Why a file of another app cannot be read, by a code that has words in both languages. */
export type Unreadable = { readonly code: string; readonly params?: Readonly<Record<string, number>> }

/** A database of another app, packed or not, has at most so many bytes. */
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

/** As the server would have refused it: pages say both in the same words. */
export const problemOf = ({ code, params = {} }: Unreadable) => new ApiProblem(400, { code, params, message: code })
