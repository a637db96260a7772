// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { download } from '../../api/download.ts'
import { saveFile } from '../../device/save-file.ts'
import { showInApp } from '../../testing/in-app.tsx'
import '../../ui/focus-in-place.ts'
import { ExportSection } from './export-section.tsx'

vi.mock('../../api/download.ts')
vi.mock('../../device/save-file.ts')

it('has the focus on the button again once the file is there, and on Cancel until then', async () => {
  const made = Promise.withResolvers<{ name: string; file: Blob }>()
  vi.mocked(download).mockReturnValue(made.promise)
  const element = (
    <main id="content" tabIndex={-1}>
      <ExportSection />
    </main>
  )
  const { user } = showInApp([{ path: '/', element }])
  await user.click(screen.getByRole('button', { name: 'Get the zip' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
  await act(async () => made.resolve({ name: 'mine.zip', file: new Blob() }))
  expect(vi.mocked(saveFile)).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Get the zip' })))
})
