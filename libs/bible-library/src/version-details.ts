import type { Version } from '@pathlight/contracts/bible.ts'
import { catalogueNameOf, commandFor } from './catalogue/catalogue-codes.ts'

/** The details of a version that are stored in the library with its text. */
export type VersionDetails = Pick<Version, 'code' | 'name' | 'localName' | 'language' | 'direction' | 'licence'> & {
  /** The notice that the licence requires with the text; null for none. */
  copyright: string | null
  source: 'built-in' | 'imported'
  /** A hash that changes with the text and with the code that reads the text. */
  fingerprint: string
}

/** A version that is listed even if the library does not have it. */
export type KnownVersion = Pick<Version, 'code' | 'name' | 'localName' | 'language' | 'direction' | 'licence'> & {
  hint: string
  command: string | null
}

/**
 * The four versions that the product's specification names. Pathlight does not ship their texts, so each has a hint how
 * to get its text.
 */
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

/** A version that the library does not have, with a hint how to get it. */
export type AbsentVersion = Pick<KnownVersion, 'code' | 'name' | 'hint' | 'command'>

/** How to get one of KNOWN_VERSIONS, or a version of the catalogue with a well-known code. Null for any other. */
export const absentVersion = (codeInAnyCase: string): AbsentVersion | null => {
  const code = codeInAnyCase.toUpperCase()
  const known = KNOWN_VERSIONS.find((one) => one.code === code)
  const name = catalogueNameOf(code)
  if (known !== undefined || name === null) return known ?? null
  const command = commandFor(code)
  return { code, name, hint: `Bring it from the open catalogue: ${command}`, command }
}
