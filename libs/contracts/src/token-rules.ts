/** The rights of a personal access token: to read, to write, to export everything. */
export const SCOPES = ['read', 'write', 'export'] as const
export type Scope = (typeof SCOPES)[number]

/** The longest name of a token, in characters. */
export const TOKEN_NAME_MAX = 60
/** The longest life of a token or invitation, in days. */
export const LONGEST_DAYS = 366
