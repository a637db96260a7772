import { z } from 'zod'

/**
 * Every error answer: problem+json (RFC 9457) with a stable `code`, plus the fields the specification names for the
 * call: `message` always, `errors` (a list of sentences) for the auth calls, `error` for password reset and settings.
 */
const params = z.record(z.string(), z.union([z.string(), z.number()]))
export type ProblemParams = Readonly<z.infer<typeof params>>
const reason = z.object({ code: z.string(), params: params.optional() })
/** Why something was refused, for programs: by it the web finds the sentence in the person's language. */
export type Reason = Readonly<z.infer<typeof reason>>

export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** The same sentence twice: RFC 9457's member, and the specification's. */
  detail: z.string(),
  message: z.string(),
  /** What `message` names. */
  params: params.optional(),
  errors: z.array(z.string()).optional(),
  /** Where several things are wrong: of each, in the order of `errors`. */
  reasons: z.array(reason).optional(),
  error: z.string().optional(),
  /** The contact form's: then `type` is 'error'. */
  success: z.literal(false).optional(),
  /** 412: the item as it is now. */
  current: z.unknown().optional(),
})
export type Problem = z.infer<typeof problem>
