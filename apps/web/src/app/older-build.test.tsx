// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { leaveOlder } from '../testing/leave-older.ts'
import { until } from '../testing/until.ts'

it('drafts and waiting writes of an older build go on in the editors and the outbox of this one', async () => {
  await leaveOlder()
  // Importing a kind's code makes the kind read its stored writes.
  const [{ keptWork }, { pendingWrites }, { noteDrafts }, { sermonDrafts }] = await Promise.all([
    import('../device/kept-work.ts'),
    import('../api/pending-writes.ts'),
    import('../kinds/notes/note-drafts.ts'),
    import('../kinds/sermons/sermon-draft.ts'),
    import('../kinds/notes/note-writes.ts'),
  ])
  await keptWork.open()
  expect(noteDrafts.kept('draft.ruth.a')).toMatchObject({ id: 'a', text: 'Entreat me not', base: { revision: 1 } })
  expect(noteDrafts.kept('draft.ruth.KJV.8001017')).toMatchObject({ id: 'n', text: 'Where thou diest', base: null })
  expect(sermonDrafts.kept('sermon.ruth.KJV.8001016')).toMatchObject({ id: 't', title: 'Whither', speaker: 'Boaz' })
  await until(() => expect(pendingWrites.unsent('ruth')).toMatchObject([{ kind: 'notes', itemId: 'c', base: null }]))
})
