// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { knowKinds } from '../known-kinds.ts'
import type { KeptKind } from '../offline-kind.ts'
import { FreeText } from './free-text.tsx'
import type { LinksShown } from './rich-text-view.tsx'

const server = answeringServer()
const ID = '11111111-2222-4333-8444-555555555555'
const version = (code: string, language: string) => ({ code, language, available: true, name: code })
const notes = {
  ...{ name: 'notes', history: 'note' },
  kind: {
    path: '/api/note/user',
    pathOf: ({ id }: { readonly id: string }) => `/api/note/detail/${id}`,
    searched: ({ title, text }: { readonly title: string; readonly text: string }) => ({ title, text }),
  },
} as unknown as KeptKind
knowKinds(async () => [notes])
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }

const show = (text: string, links?: LinksShown) =>
  showInApp(
    [{ path: '*', element: <FreeText text={text} version="KJV" {...(links && { links })} /> }],
    '/',
    queryClient,
  )
const link = (name: string) => screen.getByRole('link', { name })

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.asked.length = 0
  server.answer = ({ path }) => {
    if (path.startsWith('/api/bible/versions'))
      return { body: { versions: [version('KJV', 'en'), version('KRV', 'ko')], default: 'KJV' } }
    const asked = new URL(path, 'http://here').searchParams
    if (path.startsWith('/api/bible/chapter'))
      return {
        body: {
          language: 'en',
          verses: [15, 16, 17].map((verse) => ({
            verse,
            text: `${asked.get('version')} ${asked.get('chapter')}:${verse}`,
          })),
        },
      }
    return { status: 404, body: { code: 'note_not_found' } }
  }
})

describe('a text that somebody wrote', () => {
  it('never becomes HTML, and links only to safe places, in a new window', () => {
    const { container } = show(
      '<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](data:text/html,x) **<b>bold</b>** [c](https://c.example/)',
    )
    expect(container.querySelectorAll('img, b, script')).toHaveLength(0)
    expect(screen.getByText('<b>bold</b>').tagName).toBe('STRONG')
    const links = screen.getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ href, rel, target }) => [href, rel, target])).toEqual([
      ['https://c.example/', 'noopener noreferrer nofollow', '_blank'],
    ])
  })

  it('shows its lists, headings and quotations', () => {
    show('# Grace\n- one\n- two\n\n> said')
    expect(screen.getByRole('heading', { name: 'Grace' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('said').closest('blockquote')).toBeTruthy()
  })

  it('leads to the passages that it names, in the version that is read on this device', async () => {
    localStorage.setItem('columns', JSON.stringify([{ version: 'WEB', book: 'John', chapter: 1 }]))
    show('As **John 3:16-17** says')
    expect((await screen.findByRole('link', { name: 'John 3:16-17' })).getAttribute('href')).toBe(
      '/bible/WEB/John/3#v16-17',
    )
  })

  it('has no links of its own in a link, and none to its items for other people', async () => {
    const text = `John 3:16, [mine](/my-memos/memos/${ID}), [c](https://c.example/)`
    show(text, 'shared')
    await screen.findByRole('link', { name: 'John 3:16' })
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['John 3:16', 'c'])
    cleanup()
    show(text, 'none')
    await act(async () => undefined)
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.getByText(text.replaceAll(/[[\]]|\([^)]*\)/g, ''))).toBeTruthy()
  })
})

describe('a link in it', () => {
  it('shows the verses in both languages while it has the focus of the keyboard, and asks for nothing before', async () => {
    const { user } = show('See John 3:16.')
    await screen.findByRole('link')
    expect(server.asked).toEqual([])
    await user.tab()
    expect(await screen.findByText('KJV 3:16')).toBeTruthy()
    expect(await screen.findByText('KRV 3:16')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getAllByRole('link', { name: 'John 3:16' })[0])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('KJV 3:16')).toBeNull())
  })

  it('says in the language of the page that a version does not have the verses', async () => {
    const answer = server.answer
    server.answer = (asked) =>
      asked.path.includes('version=KRV') ? { body: { language: 'ko', verses: [] } } : answer(asked)
    const { user } = show('See John 3:16.')
    await screen.findByRole('link')
    await user.tab()
    const said = await screen.findByText(/^This version is not here right now/)
    expect(said.closest('[lang=ko]')).toBeNull()
    expect((await screen.findByText('KJV 3:16')).closest('[lang]')?.getAttribute('lang')).toBe('en')
  })

  it('shows them at a finger’s tap, and goes there only from the preview', async () => {
    const { router } = show('See John 3:16.')
    await screen.findByRole('link')
    fireEvent.pointerDown(link('John 3:16'), { pointerType: 'touch' })
    fireEvent.click(link('John 3:16'))
    await screen.findByText('KJV 3:16')
    expect(router.state.location.pathname).toBe('/')
    const [, inPreview] = screen.getAllByRole('link', { name: 'John 3:16' })
    fireEvent.click(inPreview as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/bible/KJV/John/3'))
  })

  it('leads there by a keyboard’s press after a tap', async () => {
    const { router } = show('See John 3:16.')
    await screen.findByRole('link')
    fireEvent.pointerDown(link('John 3:16'), { pointerType: 'touch' })
    fireEvent.click(link('John 3:16'))
    await screen.findByText('KJV 3:16')
    fireEvent.click(screen.getAllByRole('link', { name: 'John 3:16' })[0] as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/bible/KJV/John/3'))
  })

  it('shows the item that was fetched also while the server is away', async () => {
    const known = { value: { id: ID, title: 'Grace', text: 'As it was.' }, at: '1', next: null }
    queryClient.setQueryData(['mine', 'ruth', 'notes', 'one', ID], known, { updatedAt: 1 })
    server.answer = () => ({ status: 503, body: { code: 'unavailable' } })
    const { user } = show(`See [my note](/my-memos/memos/${ID}).`)
    await screen.findByRole('link')
    await user.tab()
    expect(await screen.findByText('As it was.')).toBeTruthy()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByText('As it was.')).toBeTruthy()
  })

  it('says of an item that was deleted that it was', async () => {
    const { user } = show(`See [my note](/my-memos/memos/${ID}).`)
    await screen.findByRole('link')
    await user.tab()
    expect(await screen.findByText(/This was deleted/)).toBeTruthy()
    expect(link('my note').getAttribute('href')).toBe(`/my-memos/memos/${ID}`)
  })
})
