import { z } from 'zod'
import { hexColor } from './highlights.ts'
import { versionCode } from './passage.ts'
import { refusal } from './refusal.ts'

/** A person's settings. What was never chosen is absent: whoever reads them keeps what they have (specification section 4). */
export const settings = z.object({
  defaultVersion: z.string().optional(),
  highlightColor: z.string().optional(),
  defaultLanguage: z.enum(['en', 'ko']).optional(),
})
export type Settings = z.infer<typeof settings>
/** GET and PUT /api/users/settings answer with this. */
export const settingsAnswer = z.object({ settings })

/** PUT /api/users/settings . What is not named stays as it is. They may come as they are answered: under `settings`. */
export const settingsBody = z
  .preprocess(
    (body) => (typeof body === 'object' && body !== null && 'settings' in body ? body.settings : body),
    z.object({
      defaultVersion: versionCode.optional(),
      highlightColor: hexColor.optional(),
      defaultLanguage: z.enum(['en', 'ko'], refusal('unknown_language', 'Default language is required.')).optional(),
    }),
  )
  .meta({ examples: [{ defaultVersion: 'KJV', highlightColor: '#ffd966', defaultLanguage: 'ko' }] })
