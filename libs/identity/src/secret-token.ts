import { createHash, randomBytes } from 'node:crypto'

/** A secret to be answered once: 256 random bits as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. Its 256 bits are random, so a plain SHA-256 is enough. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
