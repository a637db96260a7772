// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import BibleFound from './bible-found.tsx'

const server = answeringServer()

it('names a verse by the numbers of the version whose words it shows', async () => {
  const text = { version: 'HEB', verse_id: 29_003_001, chapter: 3, verse: 1, text: 'I will pour out', marks: [] }
  const hit = { id: 29_002_028, book: 'Joel', chapter: 2, verse: 28, texts: [text], also: [] }
  server.answer = ({ path }) =>
    path.startsWith('/api/bible/versions')
      ? { body: { versions: [{ code: 'HEB', language: 'en', available: true }], default: 'HEB' } }
      : { body: { hits: [hit], total: 1 } }
  showInApp([{ path: '/', element: <BibleFound query="pour" /> }])
  const link = await screen.findByRole('link', { name: /Joel 3:1/ })
  expect(link.getAttribute('href')).toBe('/bible/HEB/Joel/3#v1')
})

it('tells a screen reader the language of each verse', async () => {
  const text = { version: 'KRV', verse_id: 43_003_016, chapter: 3, verse: 16, text: '하나님이 세상을', marks: [] }
  const hit = { id: 43_003_016, book: 'John', chapter: 3, verse: 16, texts: [text], also: [] }
  server.answer = ({ path }) =>
    path.startsWith('/api/bible/versions')
      ? { body: { versions: [{ code: 'KRV', language: 'ko', available: true }], default: 'KRV' } }
      : { body: { hits: [hit], total: 1 } }
  showInApp([{ path: '/', element: <BibleFound query="세상" /> }])
  const verse = await screen.findByText('하나님이 세상을')
  await waitFor(() => expect(verse.closest('[lang]')?.getAttribute('lang')).toBe('ko'))
})
