// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { Outlet, useParams } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient, SESSION_KEY } from '../../api/query-client.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import '../../ui/focus-in-place.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import TagsPage from './tags-page.tsx'

const server = answeringServer()
const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const own = (tag: string, count: number) => ({ tag, count, color: null })
type Changed = { readonly changed: number; readonly left: number }

/** The server's counts of tags. */
let counted = [own('Grace', 3)]
/** The server's answers to the next changes. Each change takes the first. */
let answers: Changed[] = []
const changes = () => server.asked.filter(({ method }) => method !== 'GET')

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(SESSION_KEY, ruth)
  server.asked = []
  counted = [own('Grace', 3)]
  answers = []
  server.answer = ({ method }) =>
    method === 'GET' ? { at: 6, body: { tags: counted } } : { at: 6, body: { tag: '', ...answers.shift() } }
})

const Page = () => {
  const { tag } = useParams()
  return <TagsPage tag={tag} />
}
const open = () => {
  const page = { path: '/my-memos/tags/:tag?', element: <Page /> }
  const frame = (
    <StatusMessages>
      <main tabIndex={-1}>
        <Outlet context={ruth} />
      </main>
    </StatusMessages>
  )
  return showInApp([{ element: frame, children: [page] }], '/my-memos/tags', queryClient)
}

const edit = async (tag: string) => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: `Edit the tag ${tag}` }))
  const name = await screen.findByLabelText('Name')
  const rename = async (to: string) => {
    await user.clear(name)
    await user.type(name, `${to}{Enter}`)
  }
  return { user, rename }
}

describe('the list of tags', () => {
  it.each(['.', '..'])('leads to the page of %s, where it is changed as any other', async (dots) => {
    counted = [own(dots, 2)]
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: /2 items/ }))
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await screen.findByRole('dialog', { name: `#${dots}` })
    answers = [{ changed: 2, left: 0 }]
    await user.type(await screen.findByLabelText('Name'), 'a{Enter}')
    await screen.findByText('Tag changed')
    expect(changes()).toMatchObject([{ path: `/api/tags/%20${dots}`, body: { tag: `${dots}a` } }])
  })
})

describe('the dialog of a tag', () => {
  it('gives the focus to the next tag where one was removed', async () => {
    counted = [own('Grace', 3), own('Hope', 1)]
    const { user } = await edit('Grace')
    answers = [{ changed: 3, left: 0 }]
    await user.click(screen.getByRole('button', { name: 'Remove this tag' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove the tag Grace?' })
    counted = [own('Hope', 1)]
    await user.click(within(question).getByRole('button', { name: 'Remove this tag' }))
    const next = screen.getByRole('button', { name: 'Edit the tag Hope', hidden: true })
    await waitFor(() => expect(document.activeElement).toBe(next))
    expect(screen.queryByRole('button', { name: 'Edit the tag Grace' })).toBeNull()
  })

  it('goes on while items are left, and says which stay as they are, and why', async () => {
    const { rename } = await edit('Grace')
    answers = [
      { changed: 2, left: 3 },
      { changed: 1, left: 2 },
      { changed: 0, left: 2 },
    ]
    await rename('Mercy')
    const said = await screen.findByText(/^2 items still have the tag Grace: they were changed so often/)
    expect(said.closest('[role=alert]')).not.toBeNull()
    expect(changes()).toHaveLength(3)
    expect(screen.queryByText('Tag changed')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('asks whether two shall be one where another device has made the other meanwhile, and offers no undo', async () => {
    const { user, rename } = await edit('Grace')
    counted = [own('Grace', 3), own('Mercy', 2)]
    answers = [{ changed: 3, left: 0 }]
    await rename('mercy')
    await screen.findByText(/^You already have the tag Mercy/)
    expect(changes()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Make them one' }))
    await screen.findByText('Tag changed')
    expect(changes()).toMatchObject([{ path: '/api/tags/Grace', body: { tag: 'Mercy', color: null } }])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('takes a new name back, also where the list has it before the server has answered', async () => {
    const { user, rename } = await edit('Grace')
    const answer = server.answer
    let end = () => {}
    const after = new Promise<void>((resolve) => {
      end = resolve
    })
    server.answer = (asked) => ({ ...answer(asked), ...(asked.method !== 'GET' && { after }) })
    answers = [
      { changed: 3, left: 0 },
      { changed: 2, left: 1 },
      { changed: 0, left: 1 },
    ]
    await rename('Mercy')
    await waitFor(() => expect(changes()).toHaveLength(1))
    counted = [own('Mercy', 3)]
    await queryClient.invalidateQueries()
    await screen.findByText(/^You already have the tag Mercy/)
    end()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText(/^1 item still has the tag Mercy/)
    expect(changes().slice(1)).toMatchObject([1, 2].map(() => ({ path: '/api/tags/Mercy', body: { tag: 'Grace' } })))
  })
})
