// @vitest-environment jsdom
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FreeTextField } from './free-text-field.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const ID = (n: number) => `11111111-2222-4333-8444-55555555555${n}`
const passage = { book: 'John', chapter: 3, version: 'KJV', verse_id: 43_003_016, end_verse_id: null }
const item = (n: number, kind: string, title: string | null, excerpt: string) => ({
  ...{ kind, id: ID(n), passage, title, excerpt, color: null },
  ...{ at: '2026-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
})

const Field = () => {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  return <FreeTextField owner={ruth} itemId={ID(4)} area={area} aria-label="Note" value={text} onText={setText} />
}
const open = () => showInApp([{ path: '/', element: <Field /> }], '/', queryClient)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Note')

beforeEach(() => {
  queryClient.clear()
  server.asked.length = 0
  server.answer = () => ({
    at: 5,
    body: [
      item(1, 'highlights', null, 'so loved'),
      item(2, 'sermons', 'Grace [again]', 'About'),
      item(4, 'notes', null, 'Grace, in this note itself'),
      item(3, 'notes', null, 'Grace is a gift'),
    ],
  })
})

describe('a field for a text', () => {
  it('puts signs around what is selected, and goes on with a list', async () => {
    const { user } = open()
    await user.type(field(), '- God loved us')
    field().setSelectionRange(6, 11)
    await user.keyboard('{Control>}b{/Control}')
    expect(field().value).toBe('- God **loved** us')
    field().setSelectionRange(18, 18)
    await user.keyboard('{Enter}so{Enter}{Enter}done')
    expect(field().value).toBe('- God **loved** us\n- so\ndone')
  })

  it.each(['b', 'B', 'ㅠ'])('puts signs by Ctrl and %s, as another keyboard calls that key', async (key) => {
    const { user } = open()
    await user.type(field(), '은혜')
    field().setSelectionRange(0, 2)
    fireEvent.keyDown(field(), { key, ctrlKey: true })
    expect(field().value).toBe('**은혜**')
  })

  it('leaves the Enter that ends a Hangul syllable to the input method, as Safari tells it too', async () => {
    const { user } = open()
    await user.type(field(), '- 은혜')
    for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
      const enter = createEvent.keyDown(field(), { key: 'Enter', ...how })
      fireEvent(field(), enter)
      expect(enter.defaultPrevented).toBe(false)
    }
    expect(field().value).toBe('- 은혜')
    await user.keyboard('{Enter}')
    expect(field().value).toBe('- 은혜\n- ')
  })

  it('offers what else the person wrote behind [[, and links to it by its id', async () => {
    const { user } = open()
    await user.type(field(), 'See [[[[gra')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Grace [again]'),
      expect.stringContaining('Grace is a gift'),
    ])
    await waitFor(() => expect(server.asked.at(-1)?.path).toBe('/api/writing?limit=50&query=gra'))
    await waitFor(() => expect(field().getAttribute('aria-activedescendant')).toBe(options[0]?.id))
    await user.keyboard('{ArrowDown}{Enter} and [[[[')
    await screen.findAllByRole('option')
    await user.keyboard('{Enter}')
    expect(field().value).toBe(
      `See [Grace is a gift](/my-memos/memos/${ID(3)}) and [Grace again](/my-memos/sermons/${ID(2)})`,
    )
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('closes by Escape what [[ offers, and not the dialog around it', async () => {
    const close = vi.fn()
    const dialog = (
      <Dialog title="Grace" onClose={close}>
        <Field />
      </Dialog>
    )
    const { user } = showInApp([{ path: '/', element: dialog }], '/', queryClient)
    await user.type(field(), '[[[[x')
    await screen.findAllByRole('option')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(close).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(close).toHaveBeenCalledOnce()
  })

  it('lets [[ stay where the person declines', async () => {
    const { user } = open()
    await user.type(field(), '[[[[x')
    await screen.findAllByRole('option')
    await user.keyboard('{Escape}{Enter}y')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field().value).toBe('[[x\ny')
  })
})
