import type { Hash } from 'node:crypto'
import { NO_LICENCE_STATED } from '@pathlight/contracts/licence-rules.ts'
import { catalogueNameOf } from '../catalogue/catalogue-codes.ts'
import { KNOWN_VERSIONS, type VersionDetails } from '../version-details.ts'
import { directionOf } from './expected-letters.ts'
import { ImportRefused } from './import-refused.ts'
import type { VersionSaid } from './scripture-reader.ts'

/** A text on one line, cut to `most` characters; undefined when nothing is left. */
export const shortened = (text: string | undefined, most = 2_000): string | undefined =>
  text?.replace(/\s+/g, ' ').trim().slice(0, most).trim() || undefined

type RequestedDetails = {
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

/**
 * The text's language as a canonical tag: from the request, else from the file, else from KNOWN_VERSIONS; null when
 * none of them names a language.
 */
export const languageOf = (request: RequestedDetails, declared: VersionSaid): string | null => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = request.language ?? declared.language ?? known?.language
  if (!language) return null
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    throw new ImportRefused(`"${language}" is no language tag. English is en, Korean ko, German de.`)
  }
}

/**
 * The details of a version. A detail comes from the request, else from the file, else from KNOWN_VERSIONS; if none of
 * them has it, from a default (the code as the name). `hash`: of the files' bytes, for the fingerprint. Throws
 * ImportRefused if no language is known.
 */
export const detailsOf = (request: RequestedDetails, declared: VersionSaid, hash: Hash): VersionDetails => {
  const known = KNOWN_VERSIONS.find(({ code }) => code === request.code.toUpperCase())
  const language = languageOf(request, declared)
  if (!language) throw new ImportRefused(WHICH_LANGUAGE)
  const name =
    request.name ?? declared.name ?? known?.name ?? catalogueNameOf(request.code) ?? request.code.toUpperCase()
  const details = {
    code: request.code.toUpperCase(),
    name,
    localName: request.localName ?? declared.localName ?? known?.localName ?? name,
    language,
    direction: request.direction ?? declared.direction ?? known?.direction ?? directionOf(language),
    licence: request.licence ?? declared.licence ?? known?.licence ?? NO_LICENCE_STATED,
    copyright: request.copyright ?? declared.copyright ?? null,
    source: 'imported' as const,
  }
  const fingerprint = hash.update(JSON.stringify(details)).digest('hex').slice(0, 16)
  return { ...details, fingerprint }
}
