import { CROSS_REFERENCES_PACK } from '@pathlight/contracts/pack-rules.ts'
import type { Language } from '../../locales/words.ts'
import { keptColumns } from '../kept-columns.ts'
import { readableVersion, type Versions } from '../versions-query.ts'

/** Whether a device may keep a version as a whole: the server has its text, and gives it away. */
export const mayBeKept = ({ versions }: Versions, code: string): boolean =>
  versions.some((version) => version.code === code && ['built-in', 'imported'].includes(version.source))

/**
 * The names of the texts to be kept on this device: the versions that are read on it, and the cross-references.
 * `also`: versions that the person chose elsewhere, such as in their settings.
 */
export const textsRead = (versions: Versions, language: Language, also: readonly (string | undefined)[]): string[] => {
  const columns = keptColumns()?.map(({ version }) => version) ?? []
  const read = [...also, ...columns].filter((code) => code !== undefined)
  const first = readableVersion(versions, language)?.code
  const codes = read.length > 0 || first === undefined ? read : [first]
  return [...new Set(codes)].filter((code) => mayBeKept(versions, code)).concat(CROSS_REFERENCES_PACK)
}
