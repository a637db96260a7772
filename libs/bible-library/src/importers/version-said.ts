import type { Hash } from 'node:crypto'
import { NO_LICENCE_STATED } from '@pathlight/contracts/licence-rules.ts'
import { catalogueNameOf } from '../catalogue/catalogue-codes.ts'
import { KNOWN_VERSIONS, type VersionDetails } from '../version-details.ts'
import { directionOf } from './expected-letters.ts'
import { ImportRefused } from './import-refused.ts'
import type { VersionSaid } from './scripture-reader.ts'

/** What a file says of its text, on one line and no longer than it may be; undefined where it says nothing. */
export const shortened = (said: string | undefined, most = 2_000): string | undefined =>
  said?.replace(/\s+/g, ' ').trim().slice(0, most).trim() || undefined

/** What a request says of the version; see ImportRequest. */
type Asked = {
  readonly code: string
  readonly language?: string
  readonly name?: string
  readonly localName?: string
  readonly direction?: 'ltr' | 'rtl'
  readonly licence?: string
  readonly copyright?: string
}

const WHICH_LANGUAGE =
  'Which language is it? The file does not say. Name it: en, ko, de (on the command line: --language en).'

/** The text's language as a canonical tag: what the request says, else the file, else what is known of the code. */
export const languageOf = (request: Asked, said: VersionSaid): string | null => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = request.language ?? said.language ?? known?.language
  if (!language) return null
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    throw new ImportRefused(`"${language}" is no language tag. English is en, Korean ko, German de.`)
  }
}

/** The version's details: what the request says, else the file, else what is known of the code. */
export const detailsOf = (request: Asked, said: VersionSaid, hash: Hash): VersionDetails => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = languageOf(request, said)
  if (!language) throw new ImportRefused(WHICH_LANGUAGE)
  const name = request.name ?? said.name ?? known?.name ?? catalogueNameOf(request.code) ?? request.code.toUpperCase()
  const details = {
    code: request.code.toUpperCase(),
    name,
    localName: request.localName ?? said.localName ?? known?.localName ?? name,
    language,
    direction: request.direction ?? said.direction ?? known?.direction ?? directionOf(language),
    licence: request.licence ?? said.licence ?? known?.licence ?? NO_LICENCE_STATED,
    copyright: request.copyright ?? said.copyright ?? null,
    source: 'imported' as const,
  }
  const fingerprint = hash.update(JSON.stringify(details)).digest('hex').slice(0, 16)
  return { ...details, fingerprint }
}
