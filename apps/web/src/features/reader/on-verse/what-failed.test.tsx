// @vitest-environment jsdom
import type { Verse, Version } from '@pathlight/contracts/bible.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { CrossReferences } from './cross-references.tsx'
import { OtherVersions } from './other-versions.tsx'

const server = answeringServer()
const verse: Verse = {
  ...{ version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016 },
  text: 'For God so loved the world',
}
const version = (code: string): Version =>
  ({
    ...{ code, name: code, localName: code, language: 'en', direction: 'ltr', versification: 'eng' },
    ...{ available: true, source: 'built-in', books: [] },
  }) as unknown as Version
const versions = { versions: [version('KJV'), version('WEB')], default: 'KJV' }
/** `isBroken`: whether the server fails for a path. `failure`: its answer in that case. */
let isBroken: (path: string) => boolean
let failure: Answer
/** Failures of the server itself and of a proxy. */
const FAILURES: readonly Answer[] = [
  { status: 500, body: { code: 'internal' } },
  { status: 500, foreign: '<h1>Internal Server Error</h1>' },
  { status: 502, foreign: '<h1>Bad Gateway</h1>' },
  { status: 503, foreign: '' },
  { status: 504, foreign: '<h1>Gateway Time-out</h1>' },
]

const references = (limit: number) => ({
  ...{ available: true, total: 9, credit: null },
  references: Array.from({ length: Math.min(limit, 9) }, (_, at) => ({
    ...{ book: 'Romans', chapter: 5, verse: at + 1, endChapter: 5, endVerse: null },
    ...{ text: `Words ${at + 1}`, truncated: false },
  })),
})

beforeEach(() => {
  server.answer = ({ path }) => {
    if (path.startsWith('/api/bible/versions')) return { body: versions }
    if (isBroken(path)) return failure
    if (path.startsWith('/api/bible/chapter'))
      return {
        body: { version: 'WEB', book: 'John', chapter: 3, verses: [{ ...verse, version: 'WEB', text: 'Loved' }] },
      }
    return { body: references(Number(new URLSearchParams(path.split('?')[1]).get('limit'))) }
  }
})

describe.each(FAILURES)('what else there is on a verse, where the answer is $status $foreign', (answer) => {
  beforeEach(() => {
    failure = answer
  })

  it('does not say that another version lacks it where its text could not be had', async () => {
    isBroken = () => true
    const { user } = showInApp([{ path: '/', element: <OtherVersions verse={verse} /> }])
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('This version does not have the verse.')).toBeNull()
    isBroken = () => false
    await user.click(again)
    await screen.findByText('Loved')
  })

  it('says that more references could not be had, and brings them when they can be', async () => {
    isBroken = (path) => path.includes('limit=100')
    const { user } = showInApp([
      {
        path: '/',
        element: <CrossReferences verse={verse} textLanguage="en" isRequested={false} onBeside={() => undefined} />,
      },
    ])
    await screen.findByText('Words 6')
    await user.click(screen.getByRole('button', { name: /3 more/i }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    isBroken = () => false
    await user.click(again)
    await screen.findByText('Words 9')
  })
})
