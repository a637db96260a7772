// @vitest-environment jsdom
import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { beginImport, lookInto } from './import-calls.ts'
import { ImportSection } from './import-section.tsx'

// Node's fetch cannot send a file of jsdom, so the calls are mocked.
vi.mock('./import-calls.ts')
const server = answeringServer()
server.answer = () => ({ body: { import: null } })

const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const preview: ImportPreview = {
  ...{ format: 'pathlight', problems: [], more_problems: 0 },
  kinds: { note: { new: 2, same: 0, different: 0, refused: 0 } },
}
const running: ImportProgress = {
  ...{ job: 'job', status: 'running', entries: 2, done: 1, problems: [], more_problems: 0 },
  kinds: { note: { new: 1, same: 0, different: 0, refused: 0 } },
}

it('says nothing more of a file that was given up, and leaves the next one as it is', async () => {
  const answers: { come: (preview: ImportPreview) => void; fail: (error: Error) => void }[] = []
  vi.mocked(lookInto).mockImplementation(() => new Promise((come, fail) => answers.push({ come, fail })))
  const { user, container } = showInApp([{ path: '/', element: <ImportSection user={ruth} /> }])
  const choose = async (name: string) => {
    await screen.findByRole('button', { name: 'Choose a file' })
    const input = container.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await user.upload(input, new File(['{}'], name, { type: 'application/json' }))
    await screen.findByText(`In ${name}`)
  }
  await choose('first.json')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await choose('second.json')
  await act(async () => answers[1]?.come(preview))
  await screen.findByRole('button', { name: 'Bring it in' })
  await act(async () => answers[0]?.fail(new Error('No answer')))
  expect(screen.queryByRole('button', { name: 'Bring it in' })).not.toBeNull()
  expect(screen.queryByText('In second.json')).not.toBeNull()
})

it('repeats an import with the same key after a lost answer, and shows the progress', async () => {
  vi.mocked(lookInto).mockResolvedValue(preview)
  vi.mocked(beginImport).mockRejectedValueOnce(new ApiProblem(0, {})).mockResolvedValueOnce(running)
  const { user, container } = showInApp([{ path: '/', element: <ImportSection user={ruth} /> }])
  await screen.findByRole('button', { name: 'Choose a file' })
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await user.upload(input, new File(['{}'], 'lost.json', { type: 'application/json' }))
  const bringIn = () => screen.findByRole('button', { name: 'Bring it in' })
  await user.click(await bringIn())
  await screen.findByText(/^No answer from the server/)
  server.answer = () => ({ body: { import: running } })
  await user.click(await bringIn())
  await screen.findByRole('progressbar', { name: 'Your data is being brought in' })
  const [first, second] = vi.mocked(beginImport).mock.calls
  expect(second).toEqual(first)
})

it('shows the import that runs already where another is refused', async () => {
  vi.mocked(lookInto).mockResolvedValue(preview)
  vi.mocked(beginImport).mockRejectedValueOnce(new ApiProblem(409, { code: 'import_running', message: 'Running.' }))
  server.answer = () => ({ body: { import: null } })
  const { user, container } = showInApp([{ path: '/', element: <ImportSection user={ruth} /> }])
  await screen.findByRole('button', { name: 'Choose a file' })
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await user.upload(input, new File(['{}'], 'second.json', { type: 'application/json' }))
  server.answer = () => ({ body: { import: running } })
  await user.click(await screen.findByRole('button', { name: 'Bring it in' }))
  await screen.findByText('Another import of yours is still running.')
  await screen.findByRole('progressbar', { name: 'Your data is being brought in' })
})
