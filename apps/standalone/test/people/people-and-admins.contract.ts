import type { Looks } from '@pathlight/contracts/admin.ts'
import { reflecting } from '@pathlight/testing/eventually.ts'
import { type AppUnderTest, type Browser, makeAdmin, signUpSomebody } from '../app-under-test.contract.ts'

export type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** Makes people and admins. `read` waits until the read models have everything that is in the log. */
export const peopleAndAdmins = (running: () => AppUnderTest) => {
  const somebody = (): Promise<Somebody> => signUpSomebody(running().app)
  const newAdmin = async (): Promise<Somebody> => {
    const admin = await somebody()
    await makeAdmin(running().stores, admin.id)
    return admin
  }
  const read = async (who: Pick<Browser, 'ask'>, path: string) =>
    reflecting(await running().stores.log.head(), (headers) => who.ask('GET', path, { headers }))
  /** The looks and acts of admins, as the person concerned reads them. */
  const looksOf = async (who: Pick<Browser, 'ask'>): Promise<Looks['looks']> =>
    (await read(who, '/api/account/looks')).body.looks
  return { somebody, newAdmin, read, looksOf }
}
