// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { ImportBible } from './import-bible.tsx'

const server = answeringServer()

it('says in its own words that no file was chosen, and sends nothing', async () => {
  const { user } = showInApp([{ path: '/', element: <ImportBible onSent={() => undefined} /> }])
  await user.type(await screen.findByLabelText('Code'), 'XYZ')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Please choose a file.')
  expect(server.asked.filter(({ method }) => method === 'POST')).toEqual([])
})
