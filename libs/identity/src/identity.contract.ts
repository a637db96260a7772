import { expect, it } from 'vitest'
import { accountCareContract } from './account-care.contract.ts'
import { accountsContract } from './accounts.contract.ts'
import { administrationContract } from './administration.contract.ts'
import { dataKeysContract } from './data-keys.contract.ts'
import { devicesContract } from './devices.contract.ts'
import { guessLimitsContract } from './guess-limits.contract.ts'
import { IDLE_MS, REMEMBERED_MS } from './identity.ts'
import { type IdentityUnderTest, identityBench, MINUTE_MS } from './identity-bench.contract.ts'
import { importsContract } from './imports.contract.ts'
import { invitationsContract } from './invitations.contract.ts'
import { logInWaysContract } from './log-in-ways.contract.ts'
import { newPasswordContract } from './new-password.contract.ts'
import { sessionsContract } from './sessions.contract.ts'
import { sharesContract } from './shares.contract.ts'
import { tokensContract } from './tokens.contract.ts'

export function identityContract(prepare: () => Promise<IdentityUnderTest>): void {
  const bench = identityBench(prepare)
  const { clock, newUser, stranger, startSession } = bench

  accountsContract(bench)
  accountCareContract(bench)
  administrationContract(bench)
  importsContract(bench)
  sharesContract(bench)
  sessionsContract(bench)
  tokensContract(bench)
  invitationsContract(bench)
  devicesContract(bench)
  newPasswordContract(bench)
  logInWaysContract(bench)
  guessLimitsContract(bench)
  dataKeysContract(bench)

  it('counts what a person ever wrote, exactly, in two processes at the same clock.time, and past every sweep', async () => {
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

  it('spends what works once for one of many who ask at the same time, until its time is over', async () => {
    const [name, another] = [`once ${clock.time}`, `another ${clock.time}`]
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? bench.identity : bench.other).spendOnce(name, 10 * MINUTE_MS),
    )
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    expect(await bench.other.spendOnce(another, 10 * MINUTE_MS)).toBe(true)
    clock.time += 9 * MINUTE_MS
    await bench.identity.sweep()
    expect(await bench.identity.spendOnce(name, 10 * MINUTE_MS)).toBe(false)
    clock.time += 2 * MINUTE_MS
    expect(await bench.identity.sweep()).toBeGreaterThanOrEqual(2)
    expect(await bench.identity.spendOnce(name, 10 * MINUTE_MS)).toBe(true)
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
