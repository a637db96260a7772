/** How the streams of one kind are named: the owner is in the name, so a person cannot take, guess or even address another person's. */
export type StreamNames = {
  /** What stands before the hyphen; no other kind has it. */
  readonly prefix: string
  /** `userId`: a UUID. `key`: what tells a person's streams of this kind apart; '' where there is one a person. */
  readonly name: (userId: string, key?: string) => string
  /** Whose stream it is and which; null when the name is not of this kind. */
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
