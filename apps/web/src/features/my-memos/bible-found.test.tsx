// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answeringServer } from '../../testing/answering-server.ts'
import { showInApp } from '../../testing/in-app.tsx'
import BibleFound from './bible-found.tsx'

const server = answeringServer()

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
