import { RuleBroken } from './rule.ts'

/** `unknownVersions`: the versions, in upper case, that an edit names and the server does not know. */
export type EditedVersions = { readonly unknownVersions?: readonly string[] }

export const unknownVersion = (version: string) =>
  new RuleBroken('invalid', 'unknown_version', 'Unknown version.', { version })

/**
 * Refuses a version that the server does not know. Versions that the item named before stay accepted, because a
 * provider may no longer serve them. Throws RuleBroken.
 */
export const checkVersions = ({ unknownVersions = [] }: EditedVersions, before: readonly string[]): void => {
  const version = unknownVersions.find((one) => !before.includes(one))
  if (version !== undefined) throw unknownVersion(version)
}
