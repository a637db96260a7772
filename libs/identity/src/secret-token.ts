import { createHash, randomBytes } from 'node:crypto'

/** A new secret: 256 random bits as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. For 256 random bits a plain SHA-256 is safe. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
