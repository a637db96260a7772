// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { act, screen } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { showInApp } from '../../../testing/in-app.tsx'
import { ChapterText } from './chapter-text.tsx'

const verse = (chapter: number, text: string, note: string): Verse => ({
  ...{ version: 'KJV', book: 'Genesis', chapter, verse: 1, verse_id: 1_000_001 + chapter * 1000, text },
  notes: [{ at: 3, text: note }],
})
const first = [verse(1, 'In the beginning God created', 'Or: when God began')]
const second = [verse(2, 'Thus the heavens were finished', 'Hebrew: host')]
const study = { marks: new Map(), paints: new Map() }

const Shown = () => {
  const verses = useLocation().pathname === '/1' ? first : second
  return (
    <ChapterText
      {...{ verses, textLanguage: 'en', rows: null, chosen: null, held: false, study }}
      onChoose={() => undefined}
      onOpen={() => undefined}
    />
  )
}

it('closes a footnote with its chapter, also on the way back', async () => {
  const { router, user } = showInApp([{ path: '*', Component: Shown }], '/1')
  await act(() => router.navigate('/2'))
  await user.click(await screen.findByRole('button', { name: /footnote/i }))
  await screen.findByText('Hebrew: host')
  await act(() => router.navigate(-1))
  await screen.findByText(/beginning/)
  expect(screen.queryByText('Hebrew: host')).toBeNull()
})
