import { EmmettError } from '@event-driven-io/emmett'

/** The kind of a refusal; libs/http gives each its status. */
export type RuleKind = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'too_large'

/** The values in a rule's sentence, for the web's translation. */
export type RuleParams = Readonly<Record<string, string | number>>

const { ValidationError, NotFoundError, IllegalStateError } = EmmettError.Codes
/** The code of emmett's own error for the same refusal. */
const EMMETT_CODES: Readonly<Record<RuleKind, number>> = {
  invalid: ValidationError,
  too_large: ValidationError,
  not_found: NotFoundError,
  conflict: IllegalStateError,
  forbidden: IllegalStateError,
}

/**
 * A rule of the domain was broken. `code` is stable, lower_snake_case; programs read it, and the web translates it with `params`.
 * `message` is the sentence in English, in the specification's words where it has some. The class extends EmmettError, so that
 * emmett recognises by `errorCode` a ValidationError, a NotFoundError or an IllegalStateError.
 */
export class RuleBroken extends EmmettError {
  readonly kind: RuleKind
  readonly code: string
  readonly params: RuleParams

  constructor(kind: RuleKind, code: string, message: string, params: RuleParams = {}) {
    super({ errorCode: EMMETT_CODES[kind], message })
    // EmmettError's constructor sets the prototype to its own.
    Object.setPrototypeOf(this, RuleBroken.prototype)
    this.name = 'RuleBroken'
    this.kind = kind
    this.code = code
    this.params = params
  }
}
