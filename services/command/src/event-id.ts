import { v5 as nameBased } from 'uuid'

/** Our own namespace for name-based UUIDs; any fixed UUID does. */
const NAMESPACE = '5d0e1c1f-3ab8-4f0f-9d0a-6f2c6a1b7e44'

/** The UUID (version 5, RFC 9562) of these words: the same words, the same id, on every machine and for ever. */
export const nameBasedId = (...words: readonly string[]): string => nameBased(JSON.stringify(words), NAMESPACE)
