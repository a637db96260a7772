// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ChapterText } from './chapter-text.tsx'

const verse = (heading: string) => ({
  ...{
    version: 'BSB',
    book: 'Matthew',
    chapter: 5,
    verse: 38,
    verse_id: 40_005_038,
    text: 'You have heard that it was said',
  },
  headings: [
    { kind: 'section' as const, text: 'Love Your Enemies' },
    { kind: 'minor' as const, text: heading },
  ],
})
const NO_STUDY = { marks: new Map(), paints: new Map() }

it('shows the passages that a Bible prints beneath a title as links, and what it does not know as text', async () => {
  const verses = [verse('(Luke 6:27–36; Enoch 1:9)')]
  render(
    <MemoryRouter>
      <ChapterText
        verses={verses}
        textLanguage="en"
        rows={null}
        chosen={null}
        held={false}
        study={NO_STUDY}
        onChoose={() => undefined}
        onOpen={() => undefined}
      />
    </MemoryRouter>,
  )
  const link = await screen.findByRole('link', { name: 'Luke 6:27–36' })
  expect(link.getAttribute('href')).toBe('/bible/BSB/Luke/6#v27-36')
  expect(screen.getAllByRole('link')).toEqual([link])
  expect(link.parentElement?.textContent).toBe('(Luke 6:27–36; Enoch 1:9)')
})
