import { CROSS_REFERENCES_PACK } from '@pathlight/contracts/pack-rules.ts'
import type { Language } from '../../locales/words.ts'
import { keptColumns } from '../kept-columns.ts'
import { readableVersion, type Versions } from '../versions-query.ts'

/** Whether a device may store a version: the server has the version's text, and its licence allows storing. */
export const mayBeKept = ({ versions }: Versions, code: string): boolean =>
  versions.some((version) => version.code === code && ['built-in', 'imported'].includes(version.source))

/**
 * The texts that offline use stores: the cross-references, and, as far as a device may store them, the versions that
 * are read on this device and those in `also`, such as that of the settings. Without any such version, a readable
 * version takes their place.
 */
export const textsRead = (versions: Versions, language: Language, also: readonly (string | undefined)[]): string[] => {
  const columns = keptColumns()?.map(({ version }) => version) ?? []
  const read = [...also, ...columns].filter((code) => code !== undefined)
  const first = readableVersion(versions, language)?.code
  const codes = read.length > 0 || first === undefined ? read : [first]
  return [...new Set(codes)].filter((code) => mayBeKept(versions, code)).concat(CROSS_REFERENCES_PACK)
}
