import { z } from 'zod'
import { COPY_QUOTES, COPY_REFERENCES, UNSET_COPY_STYLE } from './copy-rules.ts'
import { DEFAULT_HIGHLIGHT_COLOR } from './highlight-rules.ts'
import { hexColor } from './highlights.ts'
import { versionCode } from './passage.ts'
import { refusal } from './refusal.ts'
import { TAGS_OF_PERSON_MAX, tagColorsInOrder } from './tag-rules.ts'
import { tagNamed } from './tagged.ts'
import { THEMES } from './theme-rules.ts'

const VERSION_REQUIRED = refusal('version_required', 'Default version is required.')
const UNKNOWN_THEME = refusal('unknown_theme', `A theme is one of ${THEMES.join(', ')}.`)
const BAD_COPY_STYLE = refusal(
  'bad_copy_style',
  'How passages are copied has a reference, quotes, numbers and version.',
)

const copyStyle = z.object(
  {
    reference: z.enum(COPY_REFERENCES, BAD_COPY_STYLE),
    quotes: z.enum(COPY_QUOTES, BAD_COPY_STYLE),
    numbers: z.boolean(BAD_COPY_STYLE),
    version: z.boolean(BAD_COPY_STYLE),
  },
  BAD_COPY_STYLE,
)

/**
 * A person's settings. A setting that the person never chose is absent; the client then uses its own value
 * (specification section 4).
 */
const settings = z.object({
  defaultVersion: z.string().optional(),
  highlightColor: z.string().optional(),
  defaultLanguage: z.enum(['en', 'ko']).optional(),
  theme: z.enum(THEMES).optional(),
  copyStyle: copyStyle.optional(),
})
export type Settings = z.infer<typeof settings>
/**
 * The settings of a person who chose nothing (specification section 9). Colour:
 * docs/decisions/0017-one-colour-where-none-was-chosen.md.
 */
const UNSET_SETTINGS = {
  defaultVersion: 'ESV',
  highlightColor: DEFAULT_HIGHLIGHT_COLOR,
  defaultLanguage: 'en',
  theme: 'system',
  copyStyle: UNSET_COPY_STYLE,
} as const satisfies Settings

/**
 * The answer of GET and PUT /api/users/settings. `unset`: the names of the settings that the person never chose. For
 * these, `settings` has the defaults.
 */
export const settingsAnswer = z.object({ settings: settings.required(), unset: z.array(settings.keyof()) })
export type SettingsAnswer = z.infer<typeof settingsAnswer>

/** The answer for a person who chose the settings in `chosen`. */
export const answerOfSettings = (chosen: Settings): SettingsAnswer => ({
  settings: {
    defaultVersion: chosen.defaultVersion ?? UNSET_SETTINGS.defaultVersion,
    highlightColor: chosen.highlightColor ?? UNSET_SETTINGS.highlightColor,
    defaultLanguage: chosen.defaultLanguage ?? UNSET_SETTINGS.defaultLanguage,
    theme: chosen.theme ?? UNSET_SETTINGS.theme,
    copyStyle: chosen.copyStyle ?? UNSET_SETTINGS.copyStyle,
  },
  unset: settings.keyof().options.filter((name) => chosen[name] === undefined),
})

/**
 * PUT /api/users/settings. A setting that the body lacks stays unchanged. The body may also be `{"settings": …}`, as in
 * the answer.
 */
export const settingsBody = z
  .preprocess(
    (body) => (typeof body === 'object' && body !== null && 'settings' in body ? body.settings : body),
    z.object({
      defaultVersion: z.string(VERSION_REQUIRED).trim().min(1, VERSION_REQUIRED).pipe(versionCode).optional(),
      highlightColor: hexColor.optional(),
      defaultLanguage: z.enum(['en', 'ko'], refusal('unknown_language', 'Default language is required.')).optional(),
      theme: z.enum(THEMES, UNKNOWN_THEME).optional(),
      copyStyle: copyStyle.optional(),
    }),
  )
  .meta({ examples: [{ defaultVersion: 'KJV', highlightColor: '#ffd966', defaultLanguage: 'ko' }] })

/** The colours of tags in an import. Undefined if there are none. */
const tagColorsSent = z
  .array(z.object({ tag: tagNamed, color: hexColor }))
  .max(TAGS_OF_PERSON_MAX)
  .nullish()
  .transform((colors) => (colors?.length ? tagColorsInOrder(colors) : undefined))

const tagColors = z.array(z.object({ tag: z.string(), color: z.string() }))

export const settingsShapes = {
  /** `tagColors`: the colours of the tags that have one (GET /api/tags). */
  item: settings.extend({ tagColors: tagColors.optional() }),
  exported: z.object({
    defaultVersion: z.string().nullable(),
    highlightColor: z.string().nullable(),
    defaultLanguage: z.enum(['en', 'ko']).nullable(),
    // Absent in the exports of older programs.
    theme: z.enum(THEMES).nullable().optional(),
    tagColors: tagColors.optional(),
    copyStyle: copyStyle.nullable().optional(),
    revision: z.int().min(1),
  }),
  imported: z.object({
    defaultVersion: versionCode.nullable(),
    highlightColor: hexColor.nullable(),
    defaultLanguage: z.enum(['en', 'ko']).nullable(),
    // Absent in the exports of older programs.
    theme: z.enum(THEMES).nullable().default(null),
    tagColors: tagColorsSent,
    copyStyle: copyStyle.nullable().default(null),
  }),
}
