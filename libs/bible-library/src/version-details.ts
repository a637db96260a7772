import type { Version } from '@pathlight/contracts/bible.ts'
import { catalogueNameOf, commandFor } from './catalogue/catalogue-codes.ts'

/** What is said of a version when its text is put into the library. */
export type VersionDetails = Pick<Version, 'code' | 'name' | 'localName' | 'language' | 'direction' | 'licence'> & {
  /** A line to be shown with the text, where the licence asks for it. */
  copyright: string | null
  source: 'built-in' | 'imported'
  /** Changes when the text or the way it was read changes. */
  fingerprint: string
}

/** A version that the list names even where its text is not here. */
export type KnownVersion = Pick<Version, 'code' | 'name' | 'localName' | 'language' | 'direction' | 'licence'> & {
  hint: string
  command: string | null
}

/** The specification's four versions. None may be shipped with the program, so each says what would bring it. */
export const KNOWN_VERSIONS: readonly KnownVersion[] = [
  {
    code: 'KRV',
    name: 'Korean Revised Version',
    localName: '개역한글',
    language: 'ko',
    direction: 'ltr',
    licence: 'Public domain in Korea since 2012 (Korean Bible Society, 1961).',
    hint: 'Bring it from the open catalogue: npm run bible -- add KRV',
    command: 'npm run bible -- add KRV',
  },
  {
    code: 'ESV',
    name: 'English Standard Version',
    localName: 'English Standard Version',
    language: 'en',
    direction: 'ltr',
    licence: 'Copyright Crossway. Shown by its API under your own key, or from a file that you may use.',
    hint: 'Set ESV_API_KEY (api.esv.org), or import a file that you may use.',
    command: null,
  },
  {
    code: 'NIV',
    name: 'New International Version',
    localName: 'New International Version',
    language: 'en',
    direction: 'ltr',
    licence: 'Copyright Biblica, Inc. Shown by a service that you have a licence for, or from a file that you may use.',
    hint: 'Set API_BIBLE_KEY (api.bible) with a licence for the NIV or BIBLE_SERVICE_URL, or import a file that you may use.',
    command: null,
  },
  {
    code: 'NLT',
    name: 'New Living Translation',
    localName: 'New Living Translation',
    language: 'en',
    direction: 'ltr',
    licence:
      'Copyright Tyndale House Foundation. Shown by its API under your own key, or from a file that you may use.',
    hint: 'Set NLT_API_KEY (api.nlt.to), or import a file that you may use.',
    command: null,
  },
]

/** A version that is known and not here: what would bring it. */
export type AbsentVersion = Pick<KnownVersion, 'code' | 'name' | 'hint' | 'command'>

/** What would bring a version that is not here: one of the specification's, or of those that people bring from the catalogue; null for others. */
export const absentVersion = (asked: string): AbsentVersion | null => {
  const code = asked.toUpperCase()
  const known = KNOWN_VERSIONS.find((one) => one.code === code)
  const name = catalogueNameOf(code)
  if (known !== undefined || name === null) return known ?? null
  const command = commandFor(code)
  return { code, name, hint: `Bring it from the open catalogue: ${command}`, command }
}
