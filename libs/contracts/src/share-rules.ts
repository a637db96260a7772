/** The kinds of which one item can be shared by a link. */
export const SHAREABLE_KINDS = ['note', 'sermon'] as const
export type ShareableKind = (typeof SHAREABLE_KINDS)[number]

/** The most characters of the name that stands on what is shared. */
export const SHARED_NAME_MAX = 60
