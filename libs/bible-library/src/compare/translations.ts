import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A translation to compare. `bibleId`: its id at API.Bible. */
const translation = z.object({
  code: z.string().regex(/^[A-Za-z0-9_-]{1,20}$/),
  name: z.string().min(1).max(100),
  bibleId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
})
export type Translation = z.infer<typeof translation>

/**
 * The 20 English translations that the product's specification names, with their ids at API.Bible. The licence of the
 * operator's key decides which of them API.Bible answers.
 */
export const TRANSLATIONS: readonly Translation[] = [
  { code: 'KJV', name: 'King James Version', bibleId: 'de4e12af7f28f599-02' },
  { code: 'ASV', name: 'American Standard Version', bibleId: '06125adad2d5898a-01' },
  { code: 'WEB', name: 'World English Bible', bibleId: '9879dbb7cfe39e4d-04' },
  { code: 'NIV', name: 'New International Version', bibleId: '78a9f6124f344018-01' },
  { code: 'ESV', name: 'English Standard Version', bibleId: 'f421fe261da7624f-01' },
  { code: 'NLT', name: 'New Living Translation', bibleId: 'd6e14a625393b4da-01' },
  { code: 'NKJV', name: 'New King James Version', bibleId: '63097d2a0a2f7db3-01' },
  { code: 'NASB', name: 'New American Standard Bible 2020', bibleId: 'a761ca71e0b3ddcf-01' },
  { code: 'CSB', name: 'Christian Standard Bible', bibleId: 'a556c5305ee15c3f-01' },
  { code: 'AMP', name: 'Amplified Bible', bibleId: 'a81b73293d3080c9-01' },
  { code: 'MSG', name: 'The Message', bibleId: '6f11a7de016f942e-01' },
  { code: 'NIrV', name: 'New International Reader’s Version', bibleId: '5b888a42e2d9a89d-01' },
  { code: 'CEV', name: 'Contemporary English Version', bibleId: '555fef9a6cb31151-01' },
  { code: 'GNT', name: 'Good News Translation', bibleId: '61fd76eafa1577c2-02' },
  { code: 'BSB', name: 'Berean Standard Bible', bibleId: 'bba9f40183526463-01' },
  { code: 'LSV', name: 'Literal Standard Version', bibleId: '01b29f4b342acc35-01' },
  { code: 'FBV', name: 'Free Bible Version', bibleId: '65eec8e0b60e656b-01' },
  { code: 'RV', name: 'Revised Version 1885', bibleId: '40072c4a5aba4022-01' },
  { code: 'DRA', name: 'Douay-Rheims American 1899', bibleId: '179568874c45066f-01' },
  { code: 'GNV', name: 'Geneva Bible 1599', bibleId: 'c315fa9f71d4af3a-01' },
]

/**
 * Reads a list of 1 to 20 translations from a JSON file: `[{ "code", "name", "bibleId" }]`.
 * @throws Error with the file's name and the mistake
 */
export const readTranslations = (file: string): readonly Translation[] => {
  const list = z.array(translation).min(1).max(20)
  try {
    return list.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new Error(`${file} is no list of translations: ${why}`, { cause })
  }
}
