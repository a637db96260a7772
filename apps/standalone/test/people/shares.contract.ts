import { openCopy, sealCopy } from '@pathlight/command/share/sealed-copy.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import { MOST_SHARES, type Share } from '@pathlight/identity/identity.ts'
import { describe, expect, it } from 'vitest'
import { type AppUnderTest, openBrowser, PASSWORD, signUpSomebody } from '../app-under-test.contract.ts'

/** A share shows its item to everybody with the link, and to nobody else. */
export const sharesContract = (running: () => AppUnderTest): void => {
  describe('what is shared by a link', () => {
    const somebody = () => signUpSomebody(running().app)
    type Somebody = Awaited<ReturnType<typeof somebody>>
    const stranger = () => openBrowser(running().app)
    const note = { verse_id: 43_003_016, book: 'John', version: 'KJV', title: 'Given' }
    const write = async (who: Somebody, text = 'So loved.') =>
      (await who.ask('POST', '/api/note/', { body: { ...note, text } })).body.id as string
    const share = async (who: Somebody, id: string, more: object = {}) =>
      (await who.ask('POST', '/api/share', { body: { kind: 'note', id, until: null, ...more } })).body as {
        readonly id: string
        readonly key: string
      }
    const open = ({ id, key }: { readonly id: string; readonly key: string }, by: Pick<Somebody, 'ask'> = stranger()) =>
      by.ask('POST', `/api/shared/${id}`, { body: { key } })

    it('is read without an account, names nobody who is not to be named, and stays as it was', async () => {
      const ann = await somebody()
      const id = await write(ann)
      const link = await share(ann, id)
      await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'Other words.' } })
      const { status, body, headers } = await open(link)
      expect(status).toBe(200)
      expect(body).toEqual({
        ...{ kind: 'note', name: null, until: null },
        item: {
          ...{ title: 'Given', text: 'So loved.', version: 'KJV', book: 'John', verse_id: 43_003_016 },
          ...{ end_verse_id: null, updated_at: expect.any(String) },
        },
      })
      expect(JSON.stringify(body)).not.toContain(ann.id)
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(headers['cache-control']).toBe('no-store')
      // Links in the shared page do not tell other sites where the reader came from.
      expect(headers['referrer-policy']).toBe('same-origin')
    })

    it('follows later edits where its owner wants that, and ends with its item', async () => {
      const ann = await somebody()
      const id = await write(ann)
      const link = await share(ann, id, { follows: true, name: ' Ann of Bethany ' })
      await ann.ask('PUT', `/api/note/detail/${id}`, { body: { text: 'Other words.' } })
      for (const _ of [1, 2]) {
        const { body } = await open(link)
        expect([body.name, body.item.text]).toEqual(['Ann of Bethany', 'Other words.'])
      }
      await ann.ask('DELETE', `/api/note/detail/${id}`)
      expect((await open(link)).status).toBe(404)
    })

    it('shows a sermon, and of it no name but the one that its owner gave', async () => {
      const ann = await somebody()
      const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
      const sermon = {
        version: 'KJV',
        book: 'John',
        ...range,
        title: 'Love',
        speaker: 'Ann',
        content: '<p>So loved.</p>',
      }
      const { newSermon } = (await ann.ask('POST', '/api/sermon/', { body: sermon })).body
      const [unnamed, named] = [
        await share(ann, newSermon.id, { kind: 'sermon' }),
        await share(ann, newSermon.id, { kind: 'sermon', name: 'Pastor Ann' }),
      ]
      const { body } = await open(unnamed)
      expect(body).toMatchObject({ kind: 'sermon', name: null, item: { title: 'Love', start_verse_id: 43_003_016 } })
      expect(JSON.stringify(body.item.content)).toContain('So loved.')
      // The speaker is not shown, because the person has not chosen to show this name.
      expect(body.item).not.toHaveProperty('speaker')
      expect((await open(named)).body.name).toBe('Pastor Ann')
    })

    it('is answered alike when its key is wrong, when it was taken back, when it is over, and when it never was', async () => {
      const ann = await somebody()
      const [link, other] = [await share(ann, await write(ann)), await share(ann, await write(ann))]
      const refused = async (one: { readonly id: string; readonly key: string }) => {
        const { status, body } = await open(one)
        const { message, code } = body
        return { status, message, code }
      }
      const never = await refused({ id: crypto.randomUUID(), key: link.key })
      expect(never).toMatchObject({ status: 404, code: 'shared_nothing' })
      expect(await refused({ ...link, key: other.key })).toEqual(never)
      expect(await refused({ ...link, key: link.key.slice(0, 20) })).toEqual(never)
      expect(await refused({ id: 'cut', key: link.key })).toEqual(never)
      const soon = await share(ann, await write(ann), { until: new Date(Date.now() + 3_000).toISOString() })
      await expect.poll(() => refused(soon)).toEqual(never)
      expect((await ann.ask('DELETE', `/api/share/${link.id}`)).status).toBe(204)
      expect(await refused(link)).toEqual(never)
      expect((await open(other)).status).toBe(200)
    })

    it('shows a study pad with the words of its passages and the own words that it quotes, and no more', async () => {
      const ann = await somebody()
      const words = { startOffset: 0, endOffset: 3, selectedText: 'God' }
      const marked = { version: 'NIV', book: 'John', chapter: 3, verseId: 43_003_016, ...words }
      const highlight = (await ann.ask('POST', '/api/highlight/add', { body: marked })).body.id
      const range = { startChapter: 3, startVerseId: 43_003_016, endChapter: 3, endVerseId: 43_003_018 }
      const preached = {
        version: 'KJV',
        book: 'John',
        ...range,
        title: 'Love',
        speaker: 'Ann',
        content: '<p>Long.</p>',
      }
      const { newSermon } = (await ann.ask('POST', '/api/sermon/', { body: preached })).body
      const [quoted, gone] = [await write(ann, 'Quoted.'), await write(ann, 'Gone.')]
      const own = (kind: string, id: string) => ({ type: 'item', kind, id })
      const entries = [
        { type: 'heading', text: 'In the valley' },
        { type: 'passage', version: 'KJV', verse_id: 43_011_035, end_verse_id: 43_011_036 },
        { type: 'passage', version: 'NIV', verse_id: 43_011_035, end_verse_id: null },
        { type: 'text', text: 'Free words.' },
        ...[own('note', quoted), own('note', gone), own('highlight', highlight), own('sermon', newSermon.id)],
      ]
      const made = await ann.ask('POST', '/api/pad/', { body: { title: 'With me', entries } })
      await ann.ask('DELETE', `/api/note/detail/${gone}`)
      const link = await share(ann, made.body.id, { kind: 'pad', follows: true })
      const { body } = await open(link)
      expect(body).toMatchObject({ kind: 'pad', name: null, item: { title: 'With me' } })
      const none = { version: null, verse_id: null, end_verse_id: null }
      expect(body.item.entries).toEqual([
        entries[0],
        {
          ...entries[1],
          verses: [
            { verse: 35, text: 'Jesus wept.' },
            { verse: 36, text: expect.stringContaining('Behold how he loved him') },
          ],
        },
        // The text of this version is not installed.
        { ...entries[2], verses: [] },
        entries[3],
        {
          ...{ ...none, type: 'own', title: 'Given', text: 'Quoted.', isQuoted: false },
          ...{ version: 'KJV', verse_id: 43_003_016 },
        },
        {
          ...{ ...none, type: 'own', title: null, text: 'God', isQuoted: true },
          ...{ version: 'NIV', verse_id: 43_003_016 },
        },
        {
          ...{ type: 'own', title: 'Love', text: '', isQuoted: false },
          ...{ version: 'KJV', verse_id: 43_003_016, end_verse_id: 43_003_018 },
        },
      ])
      expect(JSON.stringify(body)).not.toMatch(/Long\.|Gone\.|Ann/)
      const { title } = made.body
      await ann.ask('PUT', `/api/pad/detail/${made.body.id}`, { body: { title, entries: entries.slice(3, 5) } })
      expect((await open(link)).body.item.entries).toHaveLength(2)
      expect((await ann.ask('GET', '/api/share')).body.shares).toMatchObject([{ kind: 'pad', title: 'With me' }])
    })

    it('follows what a study pad quotes: changed, deleted and restored at the next opening, and nothing of it is copied', async () => {
      const ann = await somebody()
      const [changed, gone] = [await write(ann, 'First words.'), await write(ann, 'Regretted.')]
      const words = { startOffset: 0, endOffset: 3, selectedText: 'God' }
      const marked = { version: 'NIV', book: 'John', chapter: 3, verseId: 43_003_016, ...words }
      const highlight = (await ann.ask('POST', '/api/highlight/add', { body: marked })).body.id as string
      const own = (kind: string, id: string) => ({ type: 'item', kind, id })
      const entries = [own('note', changed), own('note', gone), own('highlight', highlight)]
      const restore = (kind: string, id: string) =>
        ann.ask('POST', `/api/history/${kind}/${id}/restore`, { body: { revision: 1 } })
      const pad = await ann.ask('POST', '/api/pad/', { body: { title: 'With me', entries } })
      const [link, stays] = [
        await share(ann, pad.body.id, { kind: 'pad', follows: true, name: 'Ann' }),
        await share(ann, pad.body.id, { kind: 'pad' }),
      ]
      const texts = async (one = link) =>
        (await open(one)).body.item.entries.map(({ text }: { readonly text: string }) => text)
      const before = ['First words.', 'Regretted.', 'God']
      expect(await texts()).toEqual(before)
      await ann.ask('PUT', `/api/note/detail/${changed}`, { body: { text: 'Second words.' } })
      await ann.ask('DELETE', `/api/note/detail/${gone}`)
      await ann.ask('DELETE', `/api/highlight/${highlight}`)
      expect(await texts()).toEqual(['Second words.'])
      await restore('note', gone)
      expect(await texts()).toEqual(['Second words.', 'Regretted.'])
      expect(await texts(stays)).toEqual(before)
      const { identity } = running().stores
      const kept = (await identity.findShare(link.id)) as Share
      expect(await openCopy(link.id, link.key, kept.copy)).toEqual({ kind: 'pad', name: 'Ann', item: null })
      // A copy that an older program made has the words of that time. The link shows the present words nevertheless.
      const older = { kind: 'pad', name: 'Ann', item: { title: 'Older', entries: [], updated_at: pad.body.updated_at } }
      await identity.keepShare({ ...kept, copy: await sealCopy(link.id, kept.publicKey, older) })
      expect(await texts()).toEqual(['Second words.', 'Regretted.'])
      // When the pad is deleted, the link shows nothing. When the pad is restored, the link shows the pad again.
      await ann.ask('DELETE', `/api/pad/detail/${pad.body.id}`)
      expect((await open(link)).status).toBe(404)
      await restore('pad', pad.body.id)
      expect(await texts()).toEqual(['Second words.', 'Regretted.'])
    })

    it('says until when it works', async () => {
      const ann = await somebody()
      const until = new Date(Date.now() + 86_400_000).toISOString()
      const link = await share(ann, await write(ann), { until })
      expect((await open(link)).body.until).toBe(until)
      expect((await ann.ask('GET', '/api/share')).body.shares).toMatchObject([{ id: link.id, until }])
    })

    it('is called in the list by its title, else by its first line, shortened at a word', async () => {
      const ann = await somebody()
      const text =
        'The psalm does not say if I walk through the valley. It says even though.\nThe valley belongs to the way.'
      const { body } = await ann.ask('POST', '/api/note/', { body: { ...note, title: undefined, text } })
      await share(ann, body.id)
      await share(ann, await write(ann))
      const { shares } = (await ann.ask('GET', '/api/share')).body
      expect(shares.map(({ title }: { readonly title: string }) => title)).toEqual([
        'Given',
        'The psalm does not say if I walk through the valley. It…',
      ])
    })

    it('is refused in words where a person shares as much as they may, until they take one back', async () => {
      const ann = await somebody()
      const itemId = await write(ann)
      const { identity } = running().stores
      const full = { userId: ann.id, kind: 'note', itemId, revision: 1, follows: false, until: null }
      const sealed = { publicKey: new Uint8Array(32), copy: new Uint8Array(80) }
      const ids = Array.from({ length: MOST_SHARES }, () => crypto.randomUUID())
      for (const id of ids) expect(await identity.keepShare({ id, ...full, ...sealed })).toBe(true)
      const ask = () => ann.ask('POST', '/api/share', { body: { kind: 'note', id: itemId, until: null } })
      expect(await ask()).toMatchObject({
        status: 409,
        problem: { code: 'too_many_shares', params: { max: MOST_SHARES } },
        body: { message: `You share ${MOST_SHARES} things already. Take one back first.` },
      })
      expect((await ann.ask('DELETE', `/api/share/${ids[0]}`)).status).toBe(204)
      expect((await ask()).status).toBe(201)
    })

    it('is destroyed with its copy when it is taken back and when the account is closed, and shows nothing after closing', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const { identity } = running().stores
      const [back, closing, stays] = [
        await share(ann, await write(ann)),
        await share(ann, await write(ann), { follows: true }),
        await share(bob, await write(bob)),
      ]
      expect((await ann.ask('DELETE', `/api/share/${back.id}`)).status).toBe(204)
      expect(await identity.findShare(back.id)).toBe(null)
      const closed = { password: PASSWORD, confirm: ann.username }
      expect((await ann.ask('DELETE', '/api/account', { body: closed })).status).toBe(204)
      for (const link of [back, closing]) expect(await open(link)).toMatchObject({ status: 404 })
      // This call is the last step of the worker's job after a closing.
      await identity.closeUser(ann.id)
      expect(await identity.findShare(closing.id)).toBe(null)
      expect(await identity.sharesOf(ann.id)).toEqual([])
      expect((await open(stays)).status).toBe(200)
    })

    it('is listed for its owner, who sees how often others opened it', async () => {
      const [ann, bob] = [await somebody(), await somebody()]
      const id = await write(ann)
      const link = await share(ann, id)
      await open(link, ann)
      await open(link)
      await open(link, bob)
      const [listed] = (await ann.ask('GET', '/api/share')).body.shares
      expect(listed).toMatchObject({ id: link.id, kind: 'note', item: id, title: 'Given', until: null, opened: 2 })
      expect(JSON.stringify(listed)).not.toContain(link.key)
      expect((await bob.ask('GET', '/api/share')).body.shares).toEqual([])
    })

    it('is made once for a repeat, whose key alone opens it, and each making of a key is in the log', async () => {
      const ann = await somebody()
      const body = { kind: 'note', id: await write(ann), until: null }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const [first, again] = [
        (await ann.ask('POST', '/api/share', { body, headers })).body,
        (await ann.ask('POST', '/api/share', { body, headers })).body,
      ]
      expect(again.id).toBe(first.id)
      expect((await open(first)).status).toBe(404)
      expect((await open(again)).status).toBe(200)
      expect((await ann.ask('GET', '/api/share')).body.shares).toHaveLength(1)
      expect((await ann.ask('DELETE', `/api/share/${first.id}`)).status).toBe(204)
      expect((await ann.ask('POST', '/api/share', { body, headers })).status).toBe(201)
      const { events } = await running().stores.log.readStream(accountStream(ann.id))
      const changes = events.flatMap(({ data }) => String(data.change ?? ''))
      expect(changes.filter((change) => change.startsWith('share-'))).toEqual([
        ...['share-made', 'share-made', 'share-ended', 'share-made'],
      ])
    })
  })
}
