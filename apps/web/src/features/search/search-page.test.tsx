// @vitest-environment jsdom
import type { Found } from '@pathlight/contracts/bible-search.ts'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { Component } from './search-page.tsx'

// jsdom has no IntersectionObserver. With this stub no element ever comes near the screen.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe = () => undefined
    disconnect = () => undefined
  },
)

const server = answeringServer()
const verse = { chapter: 23, verse: 1 }
const found: Found = {
  reference: { book: 'Psalms', ...verse, endChapter: 23, endVerse: 1 },
  versions: [{ version: 'KJV', count: 1 }],
  testaments: [{ testament: 'old', count: 1 }],
  books: [{ book: 'Psalms', count: 1 }],
  hits: [
    {
      ...{ id: 19_023_001, book: 'Psalms', ...verse, also: [] },
      texts: [{ version: 'KJV', verse_id: 19_023_001, ...verse, text: 'The Lord is my shepherd', marks: [] }],
    },
  ],
  ...{ passages: 1, truncated: false, total: 1 },
  ...{ next: null, problem: null, malformed: null, why: null, suggestion: null },
}

it('calls one psalm so in the link to the passage that the query names', async () => {
  server.answer = ({ path }) =>
    path.startsWith('/api/bible/find')
      ? { body: found }
      : { body: { versions: [{ code: 'KJV', language: 'en', available: true }], default: 'KJV' } }
  // A search in one version shows its results and opens no passage by itself.
  showInApp([{ path: '/search', element: <Component /> }], '/search?query=ps+23:1&version=KJV')
  const link = await screen.findByRole('link', { name: 'Open Psalm 23:1' })
  expect(link.getAttribute('href')).toBe('/bible/KJV/Psalms/23#v1')
})
