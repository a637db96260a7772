// @vitest-environment jsdom
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import TagField from './tag-field.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const own = (tag: string, count: number) => ({ tag, count, color: null })

const changed = vi.fn<(tags: readonly string[]) => void>()
const saved = vi.fn<(tags: readonly string[]) => void>()

const Form = ({ begin }: { readonly begin: readonly string[] }) => {
  const [tags, setTags] = useState(begin)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved(tags)
      }}
    >
      <TagField
        owner={ruth}
        tags={tags}
        onChange={(next) => {
          changed(next)
          setTags(next)
        }}
      />
    </form>
  )
}
const open = async (begin: readonly string[] = []) => {
  const shown = showInApp([{ path: '/', element: <Form begin={begin} /> }], '/', queryClient)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a tag' })
  return { ...shown, field }
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const tags = () => changed.mock.lastCall?.[0]

beforeEach(() => {
  changed.mockClear()
  saved.mockClear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.answer = () => ({ at: 5, body: { tags: [own('Faith', 3), own('hope', 7), own('믿음', 1)] } })
})

describe('the field of tags', () => {
  it('adds what is typed by Enter or a comma, each once, without the sign that names one', async () => {
    const { user, field } = await open()
    await user.type(field, 'slow  to anger{Enter}')
    expect(tags()).toEqual(['slow to anger'])
    await user.type(field, '#은혜,Slow to Anger,love,')
    expect(tags()).toEqual(['slow to anger', '은혜', 'love'])
    expect(field.value).toBe('')
    await user.type(field, '{Enter}')
    expect(saved).not.toHaveBeenCalled()
  })

  it('removes no tag while Backspace is held down', async () => {
    const { field } = await open(['grace'])
    fireEvent.keyDown(field, { key: 'Backspace', repeat: true })
    expect(changed).not.toHaveBeenCalled()
  })

  it('offers those of the person, and spells a tag as they do', async () => {
    const { user, field } = await open()
    await user.click(field)
    await screen.findByRole('option', { name: /hope/ })
    expect(offered()).toEqual(['#hope 7', '#Faith 3', '#믿음 1'])
    await user.type(field, '미')
    expect(offered()).toEqual(['#믿음 1'])
    await user.keyboard('{ArrowDown}')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
    await user.keyboard('{Enter}')
    expect(tags()).toEqual(['믿음'])
    await user.type(field, 'faith{Enter}')
    expect(tags()).toEqual(['믿음', 'Faith'])
    expect(offered()).toEqual(['#hope 7'])
    await user.click(screen.getByRole('option'))
    expect(tags()).toEqual(['믿음', 'Faith', 'hope'])
  })

  it('closes what it offers by Escape, and nothing else', async () => {
    const around = vi.fn()
    document.addEventListener('keydown', around)
    const { user, field } = await open()
    await user.click(field)
    await screen.findByRole('option', { name: /hope/ })
    around.mockClear()
    await user.keyboard('{Escape}')
    expect(offered()).toEqual([])
    expect(around).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(around).toHaveBeenCalled()
    document.removeEventListener('keydown', around)
  })

  it('leaves Enter, the comma and Backspace to the input method while it composes', async () => {
    const { user, field } = await open(['hope'])
    await user.click(field)
    const typed = (value: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
      fireEvent(field, new InputEvent('input', { bubbles: true, isComposing: true }))
    }
    typed('은혜')
    for (const key of ['Enter', 'Backspace']) {
      fireEvent(field, createEvent.keyDown(field, { key, isComposing: true }))
      fireEvent(field, createEvent.keyDown(field, { key, keyCode: 229 }))
    }
    typed('은혜,')
    expect(changed).not.toHaveBeenCalled()
    fireEvent.compositionEnd(field)
    expect(tags()).toEqual(['hope', '은혜'])
  })

  it('removes the last by Backspace in an empty field, and each by its button', async () => {
    const { user, field } = await open(['faith', 'hope', 'love'])
    await user.type(field, 'x{Backspace}')
    expect(changed).not.toHaveBeenCalled()
    await user.keyboard('{Backspace}')
    expect(tags()).toEqual(['faith', 'hope'])
    await user.click(screen.getByRole('button', { name: 'Remove the tag faith' }))
    expect(tags()).toEqual(['hope'])
    expect(document.activeElement).toBe(field)
    screen.getByText('Tag faith removed')
  })

  it('takes several that are pasted, by lines or commas', async () => {
    const { user, field } = await open()
    await user.click(field)
    await user.paste('faith, 은혜\nlong suffering；'.replace('；', ';'))
    expect(tags()).toEqual(['Faith', '은혜', 'long suffering'])
    await user.paste('#one #two')
    expect(tags()).toEqual(['Faith', '은혜', 'long suffering', 'one', 'two'])
  })

  it('says why a tag is refused, and keeps what was typed', async () => {
    const { user, field } = await open()
    await user.type(field, `${'a'.repeat(41)}{Enter}`)
    expect(screen.getByRole('alert').textContent).toBe('A tag holds at most 40 characters.')
    expect(field.value).toHaveLength(41)
    expect(changed).not.toHaveBeenCalled()
    await user.type(field, '{Backspace}{Enter}')
    expect(tags()).toEqual(['a'.repeat(40)])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['{Control>}{Enter}{/Control}', '{Control>}s{/Control}'])(
    'adds what is typed where the person leaves it, or saves by %s',
    async (keys) => {
      const { user, field } = await open()
      await user.type(field, 'faith')
      await user.tab()
      expect(tags()).toEqual(['Faith'])
      await user.type(field, 'hope')
      await user.keyboard(keys)
      expect(saved).toHaveBeenLastCalledWith(['Faith', 'hope'])
    },
  )
})
