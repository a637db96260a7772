import { z } from 'zod'

const params = z.record(z.string(), z.union([z.string(), z.number()]))
export type ProblemParams = Readonly<z.infer<typeof params>>
const reason = z.object({ code: z.string(), params: params.optional() })
/** A refusal for programs. The web app translates it into the person's language. */
export type Reason = Readonly<z.infer<typeof reason>>

/**
 * Every error answer: problem+json (RFC 9457) with a stable `code`, and the fields that the specification names for the
 * call: `message` always, `errors` (a list of sentences) for the auth calls, `error` for password reset and settings.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** `detail` (RFC 9457) and `message` (the specification) hold the same sentence. */
  detail: z.string(),
  message: z.string(),
  /** The values in `message`. */
  params: params.optional(),
  errors: z.array(z.string()).optional(),
  /** The reasons of several errors, in the order of `errors`. */
  reasons: z.array(reason).optional(),
  error: z.string().optional(),
  /** Present only in answers of the contact form. Their `type` is 'error'. */
  success: z.literal(false).optional(),
  /** The present item, in an answer 412. */
  current: z.unknown().optional(),
})
export type Problem = z.infer<typeof problem>
