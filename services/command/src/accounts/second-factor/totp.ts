import { Secret, TOTP } from 'otpauth'

/** How many time steps before and after the present one count, too: clocks differ, and typing takes time. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** A new secret in base32, and the address that authenticator apps read from a QR code. */
export const newTotpSecret = (username: string): { readonly secret: string; readonly uri: string } => {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, uri: new TOTP({ issuer: 'Pathlight', label: username, secret }).toString() }
}

/** The time step (RFC 6238) of a code of six digits; null: the code is not valid now. `time`: in milliseconds. */
export const stepOfCode = (secret: string, code: string, time: number): number | null => {
  const [token, key] = [code.replaceAll(/\s/g, ''), Secret.fromBase32(secret)]
  const delta = TOTP.validate({ token, secret: key, timestamp: time, window: WINDOW })
  return delta === null ? null : TOTP.counter({ timestamp: time }) + delta
}
