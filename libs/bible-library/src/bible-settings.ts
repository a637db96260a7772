import { z } from 'zod'

/** An empty variable counts as not set. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)
const address = text.pipe(
  z.url({ protocol: /^https?$/, error: 'must be an address such as https://bible.example' }).optional(),
)

/**
 * The environment variables for texts outside the library. A key enables its service, which has a default address.
 * Tests set another address, and so do operators who host the service themselves.
 */
export const bibleEnvironment = z.object({
  /** Key of Crossway's API (api.esv.org), which has the ESV. */
  ESV_API_KEY: text,
  ESV_API_URL: address,
  /** Key of Tyndale's API (api.nlt.to), which has the NLT. */
  NLT_API_KEY: text,
  NLT_API_URL: address,
  /** Key of API.Bible, which has the NIV (if the key's licence includes it) and translations to compare. */
  API_BIBLE_KEY: text,
  API_BIBLE_URL: address,
  /** Address of an external Bible service (GET {address}/api/search?book&chapter&version). */
  BIBLE_SERVICE_URL: address,
  /** The codes of the versions at BIBLE_SERVICE_URL, separated by commas. */
  BIBLE_SERVICE_VERSIONS: z.string().trim().default('KRV,ESV,NIV,NLT'),
  /** Address of a service with the call GET {address}/bibles/{id}/passages?reference=, for comparisons. */
  BIBLE_PROVIDER_URL: address,
  /** A JSON file with a list of translations to compare, in place of Pathlight's own list. */
  COMPARE_TRANSLATIONS_FILE: text,
  /** Address of the open catalogue of free texts, or of a mirror. */
  BIBLE_CATALOGUE_URL: address,
  /**
   * Texts of the catalogue, separated by commas, that the server downloads at its start unless they are installed;
   * `none` for no text. The KRV is the default, because it is one of the four versions that the product's specification
   * names, and has been in the public domain in Korea since 2012.
   */
  BIBLES: z
    .string()
    .default('KRV')
    .transform((list) =>
      list.trim().toLowerCase() === 'none'
        ? []
        : list
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
    )
    .refine(
      (list) => list.every((one) => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(one)),
      'must be names such as KRV,BSB, or none',
    ),
  /** Address of the service that chooses the daily verse. With `off` only Pathlight's own list is used. */
  DAILY_VERSE_URL: z.union([z.literal('off'), address]),
})
export type BibleEnvironment = z.infer<typeof bibleEnvironment>
