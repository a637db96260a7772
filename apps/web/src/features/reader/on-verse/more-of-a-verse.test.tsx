// @vitest-environment jsdom
import type { Verse } from '@pathlight/contracts/bible.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { CrossReferences } from './cross-references.tsx'
import { OtherVersions } from './other-versions.tsx'

const server = answeringServer()
const verse: Verse = { version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: 'For God' }
const references = Array.from({ length: 8 }, (_, at) => ({
  ...{ book: 'Romans', chapter: at + 1, verse: 1, endChapter: at + 1, endVerse: 1, text: 'Words', truncated: false },
}))
/** The books of a version that has only the Torah, and so no John. */
const TORAH = [1, 2, 3, 4, 5]
const versions = ['KJV', 'Torah', 'A', 'B', 'C', 'D', 'E'].map((code) => ({
  ...{ code, name: code, localName: code, language: 'en', direction: 'ltr', available: true, source: 'built-in' },
  ...{ versification: 'eng', books: code === 'Torah' ? TORAH : [], command: null },
}))

beforeEach(() => {
  queryClient.clear()
  server.answer = ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://any')
    if (pathname === '/api/bible/versions') return { body: { versions, default: 'KJV' } }
    if (pathname !== '/api/bible/cross-references') return { status: 404 }
    const shown = references.slice(0, Number(searchParams.get('limit')))
    return { body: { available: true, total: references.length, references: shown, credit: null } }
  }
})

describe('what there is more on a verse', () => {
  it('names no version without the book', async () => {
    showInApp([{ path: '/', element: <OtherVersions verse={verse} /> }], '/', queryClient)
    await screen.findByRole('link', { name: 'A' })
    expect(screen.queryByRole('link', { name: 'Torah' })).toBeNull()
  })

  it.each([
    {
      of: 'references',
      element: <CrossReferences verse={verse} textLanguage="en" isRequested onBeside={() => undefined} />,
      button: '2 more',
      first: 'Romans 7:1',
    },
    { of: 'versions', element: <OtherVersions verse={verse} />, button: '1 more version', first: 'E' },
  ])('has the focus at the first of the $of that came, for the button is gone', async ({ element, button, first }) => {
    const { user } = showInApp([{ path: '/', element }], '/', queryClient)
    await user.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(first))
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  })
})
