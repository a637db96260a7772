// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import '../../ui/focus-in-place.ts'
import { systemQuery } from './admin-queries.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { MailTest } from './mail-test.tsx'

const server = answeringServer()

const Jobs = () => {
  const { data } = useQuery(systemQuery('ruth'))
  return (
    <main id="content" tabIndex={-1}>
      {data && <FailedJobs jobs={data.jobs} adminId="ruth" />}
    </main>
  )
}
const job = (id: string) => ({ id, name: `${id}-mail`, tries: 5, failedAt: '2026-11-27T07:00:00.000Z' })

it('dismisses a failed job once it is confirmed, and leaves the focus on the page', async () => {
  let latest = ['welcome', 'notice'].map(job)
  server.answer = ({ method, path }) => {
    if (method !== 'GET') latest = latest.filter(({ id }) => !path.split('/').includes(id))
    return { body: { jobs: { failed: latest.length, latest } } }
  }
  const { user } = showInApp([{ path: '/', element: <Jobs /> }])
  await user.click(await screen.findByRole('button', { name: 'Dismiss: Welcome mail' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Dismiss “Welcome mail”?')
  expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('Welcome mail')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  expect(server.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path])).toEqual([
    ['DELETE', '/api/admin/jobs/welcome'],
  ])
})

it('gives the focus of a job that is tried again to the next one', async () => {
  let latest = ['welcome', 'notice'].map(job)
  server.answer = ({ method }) => {
    if (method === 'POST') latest = latest.slice(1)
    return { body: { jobs: { failed: latest.length, latest } } }
  }
  const { user } = showInApp([{ path: '/', element: <Jobs /> }])
  await user.click(await screen.findByRole('button', { name: 'Try again: Welcome mail' }))
  await waitFor(() => expect(screen.queryByText('Welcome mail')).toBeNull())
  const next = screen.getByRole('button', { name: 'Try again: Mail about a change of an account' })
  await waitFor(() => expect(document.activeElement).toBe(next))
})

it('dismisses what came of a test mail, and waits for none', async () => {
  const failed = (id: string) => ({ id, at: '2026-11-27T07:00:00.000Z', why: '535 no' })
  let test: ReturnType<typeof failed> | null = null
  server.answer = ({ method }) => {
    if (method === 'POST') test = failed('second')
    if (method === 'DELETE') test = null
    return { body: method === 'GET' ? { sends: true, test } : { id: 'second' } }
  }
  const { user } = showInApp([{ path: '/', element: <MailTest adminId="ruth" /> }])
  await user.click(await screen.findByRole('button', { name: 'Send me a test mail' }))
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('535 no')).toBeNull())
  expect(screen.queryByText('The mail is on its way…')).toBeNull()
  expect(server.asked.findLast(({ method }) => method === 'DELETE')?.path).toBe('/api/admin/mail/test/second')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send me a test mail' })))
})
