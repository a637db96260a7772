import { z } from 'zod'
import { SIGN_UP_MODES } from './account-rules.ts'
import { LOG_IN_WAYS } from './log-in.ts'

/** The limits refuse a file that is no text for the About page, but was saved as about.json by mistake. */
const paragraphs = z.array(z.string().trim().min(1).max(5_000)).min(1).max(30)

/** The operator's paragraphs for the About page in one language. If a text is absent, the page shows the app's own. */
const aboutTexts = z.object({ vision: paragraphs.optional(), bio: paragraphs.optional() })

/** The file about.json in a data folder, in which operators introduce themselves. */
export const aboutFile = z.object({ en: aboutTexts.optional(), ko: aboutTexts.optional() })

/** GET /api/about */
export const aboutQuery = z.object({ language: z.enum(['en', 'ko'], 'The language is en or ko.') })
export const about = z.object({
  vision: paragraphs.nullable(),
  bio: paragraphs.nullable(),
  /** Who may sign up: everybody (open), invited people (invited) or nobody (closed). */
  sign_up: z.enum(SIGN_UP_MODES),
  log_in: z.array(z.enum(LOG_IN_WAYS)),
  /** The host of the OIDC provider. Present if `log_in` has `oidc`. */
  provider: z.string().optional(),
})
export type About = z.infer<typeof about>
