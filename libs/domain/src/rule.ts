/** Why a decision refused: stable, for programs. http maps each to a status once. */
export type RuleCode = 'note_empty' | 'note_exists' | 'note_not_found' | 'revision_mismatch'

/** A rule of the domain was broken. `message` is for the person, in the specification's words where it has them. */
export class RuleBroken extends Error {
  readonly code: RuleCode

  constructor(code: RuleCode, message: string) {
    super(message)
    this.name = 'RuleBroken'
    this.code = code
  }
}
