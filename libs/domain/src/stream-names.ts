/** The names of a kind's streams. A name contains its owner's id, so no person can address another person's stream. */
export type StreamNames = {
  /** The part before the hyphen. Every kind has a prefix of its own. */
  readonly prefix: string
  /** `userId`: a UUID. `key`: distinguishes a person's streams of this kind; '' if each person has one stream. */
  readonly name: (userId: string, key?: string) => string
  /** The owner and the key of a stream. Null for a name of another kind. */
  readonly parse: (streamName: string) => { readonly userId: string; readonly key: string } | null
}

/** Streams named `PREFIX-{userId}.{key}`, or `PREFIX-{userId}` without a key. */
export const streamsNamed = (prefix: string): StreamNames => ({
  prefix,
  name: (userId, key = '') => (key === '' ? `${prefix}-${userId}` : `${prefix}-${userId}.${key}`),
  parse: (streamName) => {
    if (!streamName.startsWith(`${prefix}-`)) return null
    const [userId = '', ...key] = streamName.slice(prefix.length + 1).split('.')
    return userId === '' ? null : { userId, key: key.join('.') }
  },
})
