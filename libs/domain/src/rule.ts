import { EmmettError } from '@event-driven-io/emmett'

/** The kind of a refusal. libs/http answers each kind with a status of its own. */
export type RuleKind = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'too_large'

/** The values in a rule's sentence, for the web app's translation. */
export type RuleParams = Readonly<Record<string, string | number>>

const { ValidationError, NotFoundError, IllegalStateError } = EmmettError.Codes
/** The code of emmett's own error for a refusal of this kind. */
const EMMETT_CODES: Readonly<Record<RuleKind, number>> = {
  invalid: ValidationError,
  too_large: ValidationError,
  not_found: NotFoundError,
  conflict: IllegalStateError,
  forbidden: IllegalStateError,
}

/**
 * A rule of the domain was broken. `code` is stable and in lower_snake_case; programs read it, and the web app
 * translates it with `params`. `message` is an English sentence. The class extends EmmettError, so that emmett
 * recognises the error by `errorCode`.
 */
export class RuleBroken extends EmmettError {
  readonly kind: RuleKind
  readonly code: string
  readonly params: RuleParams

  constructor(kind: RuleKind, code: string, message: string, params: RuleParams = {}) {
    super({ errorCode: EMMETT_CODES[kind], message })
    // Without this line `instanceof RuleBroken` would be false: EmmettError's constructor sets its own prototype.
    Object.setPrototypeOf(this, RuleBroken.prototype)
    this.name = 'RuleBroken'
    this.kind = kind
    this.code = code
    this.params = params
  }
}
