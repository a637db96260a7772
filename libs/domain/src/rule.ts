import { EmmettError } from '@event-driven-io/emmett'

/** What kind of refusal a broken rule is; libs/http gives each kind its status. */
export type RuleKind = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'too_large'

/** What a sentence about a rule names: the web puts them into its own sentence. */
export type RuleParams = Readonly<Record<string, string | number>>

const { ValidationError, NotFoundError, IllegalStateError } = EmmettError.Codes
/** By which of its own errors emmett would say the same. */
const EMMETT_CODES: Readonly<Record<RuleKind, number>> = {
  invalid: ValidationError,
  too_large: ValidationError,
  not_found: NotFoundError,
  conflict: IllegalStateError,
  forbidden: IllegalStateError,
}

/**
 * A rule of the domain was broken. `code` is stable, lower_snake_case, for programs, and by it (with `params`) the web
 * says it in the person's language; `message` is the same in English, in the specification's words where it has them.
 *
 * It is an EmmettError: what knows emmett tells by `errorCode` whether it is a ValidationError, a NotFoundError or an
 * IllegalStateError.
 */
export class RuleBroken extends EmmettError {
  readonly kind: RuleKind
  readonly code: string
  readonly params: RuleParams

  constructor(kind: RuleKind, code: string, message: string, params: RuleParams = {}) {
    super({ errorCode: EMMETT_CODES[kind], message })
    // EmmettError sets the prototype of everything that is made by it to its own.
    Object.setPrototypeOf(this, RuleBroken.prototype)
    this.name = 'RuleBroken'
    this.kind = kind
    this.code = code
    this.params = params
  }
}
