import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { projections } from '@pathlight/query/projections.ts'
import { buildBeside } from '@pathlight/read-models/opening.ts'
import { LIVE } from '@pathlight/read-models/read-model-store.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, signUpSomebody } from '../app-under-test.contract.ts'
import { LISTS } from '../calls/calls.contract.ts'

/** What is left of a person whose key was destroyed: that they left, and nothing else. */
export const closedAccountContract = (running: () => AppUnderTest): void => {
  describe('a closed account', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const add = async (who: Somebody, text: string) =>
      (await who.ask('POST', '/api/note/', { body: { verse_id: 43_003_016, text, version: 'KJV' } })).body.id as string
    /** One of each other kind. */
    const addOthers = async (who: Somebody) => {
      const place = { version: 'NIV', book: 'John' }
      const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
      const words = { startOffset: 0, endOffset: 3, selectedText: 'God' }
      const sermon = { ...place, ...range, title: 'Love', speaker: 'Ann', content: 'So loved.' }
      for (const [path, body] of [
        ['/api/sermon/', sermon],
        ['/api/highlight/add', { ...place, chapter: 3, verseId: 43_003_016, ...words }],
        ['/api/bookmarks', { ...place, chapter: 3 }],
      ] as const)
        expect((await who.ask('POST', path, { body })).status).toBe(201)
      expect((await who.ask('PUT', '/api/users/settings', { body: { defaultLanguage: 'ko' } })).status).toBe(200)
    }
    const readAll = async (who: Somebody) => {
      const lists = await Promise.all(LISTS.map((list) => who.ask('GET', list)))
      const { body } = await who.ask('GET', '/api/users/settings')
      const counts = Object.values((await who.ask('GET', '/api/resource-counts')).body)
      return { lengths: lists.map((list) => list.body.length), counts, language: body.settings.defaultLanguage }
    }
    const ALL = { lengths: [1, 1, 1, 1], counts: [1, 1, 1], language: 'ko' }
    const NOTHING = { lengths: [0, 0, 0, 0], counts: [0, 0, 0], language: 'en' }

    const close = async ({ id }: Somebody) => {
      const { log, dataKeys } = running().stores
      const closedAt = new Date().toISOString()
      const metadata = { userId: id, actorId: id, deviceId: null, schemaVersion: 1, occurredAt: closedAt }
      await dataKeys.destroy(id)
      log.forget(id)
      await log.appendToStream(accountStream(id), [{ type: 'AccountClosed', data: { userId: id, closedAt }, metadata }])
    }
    /** Makes every read model anew from the log, and waits until they are read. */
    const rebuild = async () => {
      const { readModels, log } = running().stores
      const wanted = await Promise.all(
        projections.map(async (projection) => {
          const { before, after } = buildBeside(await readModels.groups(), projection, await log.identity())
          expect(await readModels.write(before, after)).toBe(true)
          return [projection.name, after.members[projection.name]?.generation] as const
        }),
      )
      await eventually(async () => {
        const members = (await readModels.groups()).find(({ name }) => name === LIVE)?.members ?? {}
        expect(wanted.map(([name]) => [name, members[name]?.generation])).toEqual(wanted)
      })
    }

    it('is forgotten by what pages read, at once and after a rebuild, and no other person is', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const removed = await add(ann, 'removed')
      for (const who of [ann, bob]) {
        await add(who, 'kept')
        await addOthers(who)
      }
      await ann.ask('DELETE', `/api/note/detail/${removed}`)
      for (const who of [ann, bob]) await eventually(async () => expect(await readAll(who)).toEqual(ALL))

      await close(ann)
      await eventually(async () => expect(await readAll(ann)).toEqual(NOTHING))
      await rebuild()
      expect(await readAll(ann)).toEqual(NOTHING)
      expect(await readAll(bob)).toEqual(ALL)
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
