// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { draftsOf, isText } from './drafts.ts'
import type { EditedKind } from './edited-kind.ts'
import { type Editor, useEditor } from './use-editor.ts'

type Typed = { readonly title: string; readonly text: string }
type Page = Typed & { readonly id: string; readonly revision: number }
type PageDraft = Typed & { readonly id: string; readonly base: Page | null }

const { server, sent } = serverForRuth()
const drafts = draftsOf<'note', Page, Typed>({
  kind: 'note',
  fields: { title: isText, text: isText },
  typed: ({ title, text }) => ({ title, text }),
  editable: (typed) => typed,
  texts: ({ title, text }) => [title, text],
})
const kind = {
  drafts,
  writes: pendingWrites.register<Page>({
    name: 'pages',
    history: 'note',
    call: ({ wanted }) => ({ method: 'PUT', path: '/page', body: wanted }),
    touches: () => [],
  }),
  history: { kind: 'note' },
} as unknown as EditedKind<Page, PageDraft>
const page = (text: string, revision: number): Page => ({ id: 'a', title: '', text, revision })

const opened: { now: Editor<Page, PageDraft> | null } = { now: null }
const now = () => opened.now as Editor<Page, PageDraft>
const beginning = {
  ...{ initial: drafts.of(page('One', 1)), refused: null, keptAt: 'draft.ruth.page', restored: false, beside: null },
}
const asItem = ({ id, title, text, base }: PageDraft): Page => ({ id, title, text, revision: base?.revision ?? 1 })
const nothing = () => undefined
const PageEditor = () => {
  opened.now = useEditor<Page, PageDraft>({
    ...{ kind, owner: ruth, beginning, check: () => null, asItem, onUnsaved: nothing, onTakeSaved: nothing },
  })
  return <form ref={opened.now.form} />
}

it.each([
  ['keeps their own words', 'keepMine', 'Three'],
  ['takes the restored words', 'takeTheirs', 'One'],
] as const)(
  'a restored revision is what the next save replaces, where a save had waited and the person %s',
  async (_how, choose, text) => {
    const { promise: after, resolve: arrive } = Promise.withResolvers<void>()
    server.answer = ({ body }) => ({ body: { ...(body as Page), revision: 2 }, at: 2, after })
    showInApp([{ path: '/', element: <PageEditor /> }], '/', queryClient)
    act(() => now().change({ text: 'Two' }))
    act(() => now().save())
    act(() => now().change({ text: 'Three' }))
    await act(async () => arrive())
    await waitFor(() => expect(now().draft.base?.revision).toBe(2))
    act(() => now().takeIn(page('One', 3), 'restored'))
    act(() => now().other?.[choose]())
    expect(now().draft).toMatchObject({ text, base: { revision: 3 } })
    act(() => now().change({ text: 'Four' }))
    act(() => now().save())
    await waitFor(() => expect(sent().map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"3"']))
  },
)
