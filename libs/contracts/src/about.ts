import { z } from 'zod'

/** Longest part of a text about this Pathlight, and most parts, so that a wrong file is noticed. */
const paragraphs = z.array(z.string().trim().min(1).max(5_000)).min(1).max(30)

/** What the page about this Pathlight says in one language, a paragraph each; what is absent is said in the app's own words. */
const aboutTexts = z.object({ vision: paragraphs.optional(), bio: paragraphs.optional() })

/** The file about.json of a data folder: the operator says there in their own words who they are. */
export const aboutFile = z.object({ en: aboutTexts.optional(), ko: aboutTexts.optional() })

/** GET /api/about */
export const aboutQuery = z.object({ language: z.enum(['en', 'ko'], 'The language is en or ko.') })
export const about = z.object({ vision: paragraphs.nullable(), bio: paragraphs.nullable() })
export type About = z.infer<typeof about>
