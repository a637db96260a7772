import { createHash, randomInt } from 'node:crypto'
import { asGuess } from './guess-limits.ts'
import type { SecondFactors } from './identity.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { hasName, openUser } from './users.ts'

/** The number of recovery codes of a person. */
const CODES = 10
/** Digits and capitals without characters that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** The number of characters of a code. Each has 5 random bits. For 80 random bits a plain hash is safe. */
const LENGTH = 16

/**
 * A change of the second step blocks further changes for at most this time (in milliseconds), even if its process is
 * killed.
 */
const CHANGING_MS = 60_000

/** A new recovery code: four groups of four characters. */
const newCode = (): string => {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return code.replaceAll(/(.{4})(?!$)/g, '$1-')
}
/** The hash of a recovery code that a person types. Only letters and digits count; upper and lower case are equal. */
const codeHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
    .digest()

export const secondFactorsOver = ({ records, fields, now, counts, origins }: Parts): SecondFactors => {
  const newCodes = async (userId: string): Promise<readonly string[]> => {
    const codes = Array.from({ length: CODES }, newCode)
    await records.remove('recovery_codes', { userId })
    await records.put(
      'recovery_codes',
      codes.map((code) => ({ userId, codeHash: codeHash(userId, code), madeAt: now() })),
    )
    return codes
  }
  /**
   * Runs a change of a person's second step. Returns 'busy' if another change of it runs. Two changes at once could
   * return codes that do not work, or remove the codes of a step that is on.
   */
  const alone = async <T>(userId: string, change: () => Promise<T>): Promise<T | 'busy'> => {
    const count = { name: `recovery-codes:${userId}`, max: 1, windowMs: CHANGING_MS }
    if (!(await counts.take(count)).taken) return 'busy'
    try {
      return await change()
    } finally {
      // If this fails, the count ends with its window.
      await counts.giveBack(count.name).catch(() => undefined)
    }
  }
  const turnOff = async (userId: string): Promise<void> => {
    await records.change('users', { id: userId }, { secondFactorSince: null })
    for (const kind of ['totp', 'recovery_codes'] as const) await records.remove(kind, { userId })
  }
  return {
    async secondFactorOf(userId) {
      const [user, totp, codesLeft] = await Promise.all([
        openUser(records, userId),
        get(records, 'totp', { userId }),
        records.count('recovery_codes', { userId }),
      ])
      if (user === null || user.secondFactorSince === null) return null
      return { since: user.secondFactorSince.toISOString(), totp: totp !== null, codesLeft }
    },

    async turnOnSecondFactor(userId, totp) {
      return alone(userId, async () => {
        const user = await openUser(records, userId)
        if (user === null || !hasName(user)) return null
        const hasMeans = async () => (await records.count(totp === null ? 'passkeys' : 'totp', { userId })) > 0
        if (totp === null && !(await hasMeans())) return null
        if (totp !== null) {
          const secret = fields.seal(totp.secret, 'totp', userId, user.wrappedDataKey)
          await records.put('totp', [{ userId, secret, since: now(), lastStep: totp.step }])
        }
        // A killed call may have stored an authenticator app without turning the step on.
        else if (user.secondFactorSince === null) await records.remove('totp', { userId })
        const codes = await newCodes(userId)
        // If the step was off, the records stored above have no effect before this change of the account.
        // `secondFactorSince` changes even if the step was on before, because the undo link in the mail about this
        // change is valid for UNDO_MS from that time.
        const isOn =
          (await records.change('users', { id: userId, closedAt: null }, { secondFactorSince: now() })) !== null
        const wasOn = user.secondFactorSince !== null && totp === null
        // The means are checked again: meanwhile another call may have removed the last passkey or the authenticator
        // app.
        if (isOn && (wasOn || (await hasMeans()))) return codes
        await turnOff(userId)
        return null
      })
    },

    turnOffSecondFactor: (userId) =>
      alone(userId, async () => {
        const user = await openUser(records, userId)
        if (user === null || user.secondFactorSince === null) return false
        await turnOff(userId)
        return true
      }),

    async newRecoveryCodes(userId) {
      const user = await openUser(records, userId)
      if (user === null || user.secondFactorSince === null) return null
      const codes = await alone(userId, () => newCodes(userId))
      if (codes === 'busy') return codes
      // Another call may have turned the second step off, or closed the account, before these codes were stored. That
      // call could not remove these codes, so this call removes them.
      if ((await openUser(records, userId))?.secondFactorSince) return codes
      await records.remove('recovery_codes', { userId })
      return null
    },

    async totpSecretOf(userId) {
      const [user, totp] = await Promise.all([openUser(records, userId), get(records, 'totp', { userId })])
      return user && totp && fields.open(totp.secret, 'totp', userId, user.wrappedDataKey)
    },

    async spendTotpStep(userId, step) {
      return (await records.change('totp', { userId, lastStep: { upTo: step - 1 } }, { lastStep: step })) !== null
    },

    async spendRecoveryCode(userId, code) {
      return (await records.remove('recovery_codes', { userId, codeHash: codeHash(userId, code) })) === 1
    },

    async guessSecondFactor(userId, from, attempt) {
      return asGuess(counts, userId, await origins.familiarAs(userId, from), attempt)
    },
  }
}
