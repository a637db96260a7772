/** What kind of refusal a broken rule is; libs/http gives each kind its status. */
export type RuleKind = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'too_large'

/** What a sentence about a rule names: the web puts them into its own sentence. */
export type RuleParams = Readonly<Record<string, string | number>>

/**
 * A rule of the domain was broken. `code` is stable, lower_snake_case, for programs, and by it (with `params`) the web
 * says it in the person's language; `message` is the same in English, in the specification's words where it has them.
 */
export class RuleBroken extends Error {
  readonly kind: RuleKind
  readonly code: string
  readonly params: RuleParams

  constructor(kind: RuleKind, code: string, message: string, params: RuleParams = {}) {
    super(message)
    this.name = 'RuleBroken'
    this.kind = kind
    this.code = code
    this.params = params
  }
}
