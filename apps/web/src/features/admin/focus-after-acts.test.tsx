// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { type Asked, answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import '../../ui/focus-in-place.ts'
import { StatusMessages } from '../../ui/status-message.tsx'
import { Component as AuditPage } from './audit-page.tsx'
import { Component as BackupsPage } from './backups-page.tsx'
import { Component as BiblesPage } from './bibles-page.tsx'
import { Component as InvitationsPage } from './invitations-page.tsx'
import { Component as PeoplePage } from './people-page.tsx'

const server = answeringServer()
const AT = '2026-11-27T07:00:00.000Z'

const show = (Page: ComponentType<{ adminId: string }>, path: string, answer: (asked: Asked) => object) => {
  server.answer = (asked) => ({ body: answer(asked) })
  const element = (
    <StatusMessages>
      <main id="content" tabIndex={-1}>
        <Page adminId="ruth" />
      </main>
    </StatusMessages>
  )
  return showInApp([{ path: '*', element }], path)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

it('stays in the search for people that Enter sends', async () => {
  const { user } = show(PeoplePage, '/admin', () => ({ people: [] }))
  await user.type(screen.getByLabelText('Username or email address'), 'ann{Enter}')
  await screen.findByText('No account matches.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username or email address')))
})

it('goes to the page where a lock takes its button away, and the page says it is done with the account as it is', async () => {
  let locked: object | null = null
  const { user } = show(PeoplePage, '/admin?person=ann', ({ method }) => {
    if (method === 'POST') locked = { at: AT, reason: 'Somebody asked.' }
    const person = { id: 'ann', username: 'ann', email: 'a@example.org', email_verified: true, admin: false }
    return { ...person, since: AT, locked, closing: null, devices: [], counts: [] }
  })
  await user.click(await button('Lock'))
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Somebody asked for it.')
  await user.click(screen.getAllByRole('button', { name: 'Lock' }).at(-1) as HTMLElement)
  await screen.findByText(/^Done:/)
  screen.getByText(/Somebody asked\./)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

it('goes to the next invitation where one is withdrawn', async () => {
  const invitation = (id: string) => ({
    id,
    email: `${id}@example.org`,
    people: 1,
    used: 0,
    by: null,
    until: AT,
    link: '',
  })
  let invitations = ['ann', 'bob'].map(invitation)
  const { user } = show(InvitationsPage, '/', ({ method, path }) => {
    if (method === 'DELETE') invitations = invitations.filter(({ id }) => !path.endsWith(id))
    return { invitations }
  })
  await user.click(await button(/^Withdraw.*ann@example.org/))
  await waitFor(() => expect(screen.queryByText('ann@example.org')).toBeNull())
  const next = await button(/^Withdraw.*bob@example.org/)
  await waitFor(() => expect(document.activeElement).toBe(next))
})

it('goes to the button beside it where planned backups are ended', async () => {
  let planned: object | null = { every_hours: 24, daily: { hour: 3, time_zone: 'Asia/Seoul' }, keep: 7, folder: null }
  const { user } = show(BackupsPage, '/', ({ method }) => {
    if (method === 'DELETE') planned = null
    return { planned, last: null, files: [], failed: null, missing: { texts: [], keys: 0 } }
  })
  const [save, stop] = [await button('Plan'), await button('Plan none')]
  await user.click(stop)
  await waitFor(() => expect(stop.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(save))
})

it('goes to the page where a text is removed', async () => {
  const text = { code: 'ONE', localName: 'The One', language: 'en', licence: 'free', from: 'imported', wanted: null }
  let here = [{ ...text, verses: 1, oddTotal: 0 }]
  const { user } = show(BiblesPage, '/', ({ method, path }) => {
    if (method === 'DELETE') here = []
    return path.endsWith('/use') ? { people: 0, items: 0 } : { here, errands: [] }
  })
  await user.click(await button('Remove ONE'))
  await screen.findByText('No one has written anything in it.')
  await user.click(await button('Remove'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText('The One')).toBeNull()
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

it('goes to the next import where a failed one is taken off the list, which stays off it', async () => {
  localStorage.clear()
  const failed = (id: string) => ({
    id,
    wanted: id,
    code: null,
    state: 'failed',
    done: 0,
    of: null,
    message: 'No Bible.',
  })
  const answer = () => ({ here: [], errands: ['one.usfm', 'two.usfm'].map(failed) })
  const { user, unmount } = show(BiblesPage, '/', answer)
  await user.click(await button('Take one.usfm off this list'))
  expect(screen.queryByText('one.usfm')).toBeNull()
  expect(document.activeElement).toBe(await button('Take two.usfm off this list'))
  // The second press of a double click falls on the next import, which stays.
  fireEvent.click(await button('Take two.usfm off this list'), { detail: 2 })
  await button('Take two.usfm off this list')
  unmount()
  show(BiblesPage, '/', answer)
  await button('Take two.usfm off this list')
  expect(screen.queryByText('one.usfm')).toBeNull()
})

it('goes to the next text of the catalogue where one has come', async () => {
  const text = (id: string) => ({
    ...{ id, code: id, name: id, englishName: null, language: 'en', languageName: 'English', licence: 'free' },
    verses: 1,
  })
  const come = { code: 'ONE', localName: 'The One', language: 'en', licence: 'free', from: 'catalogue', wanted: 'ONE' }
  let here: object[] = []
  const { user } = show(BiblesPage, '/', ({ method, path }) => {
    if (method === 'POST') here = [{ ...come, verses: 1, oddTotal: 0 }]
    return path.includes('catalogue') ? { total: 2, texts: [text('ONE'), text('TWO')] } : { here, errands: [] }
  })
  await user.type(await screen.findByRole('textbox', { name: 'Search the catalogue' }), 'one{Enter}')
  await user.click(await button('Add ONE'))
  await screen.findByText('The One')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add TWO' })))
})

it('goes on to older changes where the last of them come', async () => {
  const person = { id: 'ann', name: 'ann' }
  const entry = (position: string) => ({
    ...{ position, at: AT, kind: 'note', id: 'n', action: 'added', revision: 1, bytes: 1 },
    ...{ person, actor: person, passage: null, device: null },
  })
  const { user } = show(AuditPage, '/', ({ path }) => {
    if (path.includes('counts')) return { changes: 2, people: 1, bibles: 1 }
    return path.includes('before=') ? { entries: [entry('1')], next: null } : { entries: [entry('2')], next: '2' }
  })
  await user.click(await button('Older changes'))
  await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(2))
  await waitFor(() => expect(document.activeElement).toBe(document.querySelectorAll('[data-row]')[1]))
  expect(screen.getByRole('table', { name: 'Audit' })).toBeDefined()
})
