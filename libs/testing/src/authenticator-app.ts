import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app with this key (base32) shows in `inMs` milliseconds. */
export const codeOf = (secret: string, inMs = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + inMs })
