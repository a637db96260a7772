import { expect, it } from 'vitest'
import { accountCareContract } from './account-care.contract.ts'
import { accountsContract } from './accounts.contract.ts'
import { dataKeysContract } from './data-keys.contract.ts'
import { devicesContract } from './devices.contract.ts'
import { guessLimitsContract } from './guess-limits.contract.ts'
import { IDLE_MS, REMEMBERED_MS } from './identity.ts'
import { type IdentityUnderTest, identityBench, MINUTE_MS } from './identity-bench.contract.ts'
import { newPasswordContract } from './new-password.contract.ts'
import { sessionsContract } from './sessions.contract.ts'

/** What every Identity must do. */
export function identityContract(prepare: () => Promise<IdentityUnderTest>): void {
  const bench = identityBench(prepare)
  const { clock, newUser, stranger, startSession } = bench

  accountsContract(bench)
  accountCareContract(bench)
  sessionsContract(bench)
  devicesContract(bench)
  newPasswordContract(bench)
  guessLimitsContract(bench)
  dataKeysContract(bench)

  it('counts what a person ever wrote, exactly, whoever counts at the same clock.time, and past every sweep', async () => {
    const { id } = await newUser()
    const grants = Array.from({ length: 30 }, (_, n) =>
      (n % 2 ? bench.identity : bench.other).grantWriting(id, 10, 100),
    )
    expect((await Promise.all(grants)).filter(Boolean)).toHaveLength(10)
    clock.time += 1000 * 24 * 60 * MINUTE_MS
    await bench.identity.sweep()
    expect(await bench.identity.grantWriting(id, 1, 100)).toBe(false)
    expect(await bench.identity.grantWriting(id, 5, 105)).toBe(true)
    expect(await bench.identity.grantWriting((await newUser()).id, 101, 100)).toBe(false)
  })

  it('sweeps what has expired, and only that', async () => {
    clock.time += REMEMBERED_MS
    await bench.identity.sweep()
    const user = await newUser()
    const gone = await startSession(user, false)
    const kept = await startSession(user, true)
    await bench.identity.startPasswordReset(user.id)
    await bench.identity.verifyPassword(user.email, 'Wrong1!password', stranger())
    clock.time += IDLE_MS
    expect(await bench.identity.sweep()).toBe(2)
    clock.time += IDLE_MS
    expect(await bench.identity.sweep()).toBe(1)
    expect(await bench.identity.sweep()).toBe(0)
    expect(await bench.identity.findSession(gone.token)).toBeNull()
    expect(await bench.identity.findSession(kept.token)).not.toBeNull()
  })
}
