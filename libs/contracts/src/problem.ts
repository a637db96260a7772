import { z } from 'zod'

/**
 * Every error answer: problem+json (RFC 9457) with a stable `code`, plus the fields the specification names for the
 * call: `message` always, `errors` (a list of sentences) for the auth calls, `error` for password reset and settings.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  message: z.string(),
  errors: z.array(z.string()).optional(),
  error: z.string().optional(),
  /** 412: the item as it is now. */
  current: z.unknown().optional(),
})
export type Problem = z.infer<typeof problem>
