// The limits of a message to the operator, for its shape (contact.ts) and, without it, for the form of the web.

/** Longest name, in UTF-16 units. */
export const CONTACT_NAME_MAX = 100
/** Longest message, in UTF-16 units. */
export const CONTACT_MESSAGE_MAX = 5_000
