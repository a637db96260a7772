import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { notes } from '@pathlight/query/notes/projection.ts'
import { buildBeside } from '@pathlight/read-models/opening.ts'
import { LIVE } from '@pathlight/read-models/read-model-store.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from './app-under-test.contract.ts'

/** What is left of a person whose key was destroyed: that they left, and nothing else. */
export const closedAccountContract = (running: () => AppUnderTest): void => {
  describe('a closed account', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const add = async (who: Somebody, text: string) =>
      (await who.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text, version: 'KJV' } })).body.id as string
    const countsOf = async (who: Somebody) => (await who.ask('GET', '/api/resource-counts')).body.notes_count

    const close = async ({ id }: Somebody) => {
      const { log, dataKeys } = running().stores
      const closedAt = new Date().toISOString()
      const metadata = { userId: id, actorId: id, deviceId: null, schemaVersion: 1, occurredAt: closedAt }
      await dataKeys.destroy(id)
      log.forget(id)
      await log.appendToStream(accountStream(id), [{ type: 'AccountClosed', data: { userId: id, closedAt }, metadata }])
    }
    /** Makes the notes anew from the log, and waits until they are read. */
    const rebuild = async () => {
      const { readModels, log } = running().stores
      const { before, after } = buildBeside(await readModels.groups(), notes, await log.identity())
      expect(await readModels.write(before, after)).toBe(true)
      const generation = after.members[notes.name]?.generation
      await eventually(async () => {
        const live = (await readModels.groups()).find(({ name }) => name === LIVE)
        expect(live?.members[notes.name]?.generation).toBe(generation)
      }, 60_000)
    }

    it('is forgotten by what pages read, at once and after a rebuild, and nobody else is', {
      timeout: 120_000,
    }, async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const removed = await add(ann, 'removed')
      for (const who of [ann, bob]) await add(who, 'kept')
      await ann.ask('DELETE', `/api/note/detail/${removed}`)
      await eventually(async () => expect([await countsOf(ann), await countsOf(bob)]).toEqual([1, 1]))

      await close(ann)
      await eventually(async () => expect(await countsOf(ann)).toBe(0))
      expect((await ann.ask('GET', '/api/note/user')).body).toEqual([])
      await rebuild()
      expect([await countsOf(ann), await countsOf(bob)]).toEqual([0, 1])
      expect((await bob.ask('GET', '/api/note/user')).body).toMatchObject([{ text: 'kept' }])
    })

    it('is written for no more', async () => {
      const ann = await somebody()
      const kept = await add(ann, 'kept')
      await close(ann)
      const written = await ann.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text: 'x', version: 'KJV' } })
      expect(written).toMatchObject({ status: 403, problem: { code: 'account_closed' } })
      expect((await ann.ask('PUT', `/api/note/detail/${kept}`, { body: { text: 'x' } })).status).toBe(404)
    })
  })
}
