import type { Looks } from '@pathlight/contracts/admin.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { type AppUnderTest, type Browser, makeAdmin, signUpSomebody } from '../app-under-test.contract.ts'

export type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** People and admins of an app, and what they read when it reflects all that is in the log now. */
export const peopleAndAdmins = (running: () => AppUnderTest) => {
  const somebody = (): Promise<Somebody> => signUpSomebody(running().app)
  const newAdmin = async (): Promise<Somebody> => {
    const admin = await somebody()
    await makeAdmin(running().stores, admin.id)
    return admin
  }
  const read = async (who: Pick<Browser, 'ask'>, path: string) =>
    reflecting(await running().stores.log.head(), (headers) => who.ask('GET', path, { headers }))
  /** What admins looked at of a person's, and did with their account, as that person reads it. */
  const looksOf = async (who: Pick<Browser, 'ask'>): Promise<Looks['looks']> =>
    (await read(who, '/api/account/looks')).body.looks
  return { somebody, newAdmin, read, looksOf }
}
