/** Where a reader is in a file; the line counts from 1. */
export type SourceLine = { file: string; line: number }

/** A file cannot be taken. The message names the file, the line where there is one, and the cause, for a person. */
export class ImportRefused extends Error {
  /** What is wrong, without the place. */
  readonly reason: string
  readonly line: number | null

  constructor(reason: string, place: { file: string; line?: number } | null = null) {
    const where = place ? `${place.file}${place.line ? `, line ${place.line}` : ''}: ` : ''
    super(`${where}${reason}`)
    this.name = 'ImportRefused'
    this.reason = reason
    this.line = place?.line ?? null
  }
}
