/** What a personal access token may be allowed: to read what one has, to write it, to take all of it along at once. */
export const SCOPES = ['read', 'write', 'export'] as const
export type Scope = (typeof SCOPES)[number]

/** Characters of a token's name. */
export const TOKEN_NAME_MAX = 60
/** A token, and an invitation, ends after so many days at most. */
export const LONGEST_DAYS = 366
