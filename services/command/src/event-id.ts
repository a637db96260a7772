import { v5 as nameBased } from 'uuid'

/** The namespace of our name-based UUIDs. It must not change: stored ids are made with it. */
const NAMESPACE = '5d0e1c1f-3ab8-4f0f-9d0a-6f2c6a1b7e44'

/**
 * The UUID (version 5, RFC 9562) of the given words. The same words give the same UUID on every machine and for ever.
 */
export const nameBasedId = (...words: readonly string[]): string => nameBased(JSON.stringify(words), NAMESPACE)

/** The id of the event of a command under an Idempotency-Key. The log recognises a repeat of the command by it. */
export const eventIdOf = (userId: string, key: string, stream: string): string => nameBasedId(userId, key, stream, '0')
