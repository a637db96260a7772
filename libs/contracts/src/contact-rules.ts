// The limits of a message to the operator. They are apart from contact.ts, so that the form need not load zod.

/** Longest name, in UTF-16 units. */
export const CONTACT_NAME_MAX = 100
/** Longest message, in UTF-16 units. */
export const CONTACT_MESSAGE_MAX = 5_000
