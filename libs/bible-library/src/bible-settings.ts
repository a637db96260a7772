import { z } from 'zod'

/** A variable that is set to nothing is not set. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)
const address = text.pipe(
  z.url({ protocol: /^https?$/, error: 'must be an address such as https://bible.example' }).optional(),
)

/**
 * The environment variables for texts that are not in the library. Keys bring a service in; the addresses are for tests
 * and for those who host such a service themselves.
 */
export const bibleEnvironment = z.object({
  /** Key of Crossway's API (api.esv.org): brings the ESV. */
  ESV_API_KEY: text,
  ESV_API_URL: address,
  /** Key of Tyndale's API (api.nlt.to): brings the NLT. */
  NLT_API_KEY: text,
  NLT_API_URL: address,
  /** Key of API.Bible: brings the NIV where it is licensed to the key, and translations to compare. */
  API_BIBLE_KEY: text,
  API_BIBLE_URL: address,
  /** Address of an external Bible service (GET {address}/api/search?book&chapter&version). */
  BIBLE_SERVICE_URL: address,
  /** Codes of the versions that service gives, separated by commas. */
  BIBLE_SERVICE_VERSIONS: z.string().trim().default('KRV,ESV,NIV,NLT'),
  /** Address of a service with the parallel call GET {address}/bibles/{id}/passages?reference= for the comparison. */
  BIBLE_PROVIDER_URL: address,
  /** A JSON file with other translations to compare. */
  COMPARE_TRANSLATIONS_FILE: text,
  /** The open catalogue of free texts, or a mirror of it. */
  BIBLE_CATALOGUE_URL: address,
  /**
   * Texts of the catalogue, separated by commas, that are brought at the start where they are not here; none: nothing is.
   * Without it the KRV, which is free (public domain in Korea since 2012) and one of the specification's four versions.
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
  /** Where the daily verse's reference is asked for; off: nowhere, only our own list. */
  DAILY_VERSE_URL: z.union([z.literal('off'), address]),
})
export type BibleEnvironment = z.infer<typeof bibleEnvironment>
