/** A reader's position in a file. The first line is 1. */
export type SourceLine = { file: string; line: number }

/** The refusal of a file. The message is for people and has the cause, and the file and line if they are known. */
export class ImportRefused extends Error {
  /** The message without file and line. */
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
