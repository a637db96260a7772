// @vitest-environment jsdom
import type { Version } from '@pathlight/contracts/bible.ts'
import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiProblem } from '../../../api/api-problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import { InsteadOfText } from './instead-of-text.tsx'

const server = answeringServer()

it.each([
  ['Genesis', 2, 'No Bible verses available.', 'Error: '],
  ['Joel', 4, 'No Bible verses available.', 'Error: '],
  ['Genesis', 51, 'Error: NIV has no Genesis 51.', 'No Bible verses'],
])('in place of %s %i, of which the text has none, says “%s”', async (book, chapter, said, not) => {
  server.answer = () => ({ status: 404 })
  const error = new ApiProblem(404, { code: 'unknown_chapter', message: `NIV has no ${book} ${chapter}.` })
  const text = {
    version: undefined,
    absent: false,
    chapter: undefined,
    verses: [],
    around: { previous: null, next: null },
    error,
    retry: () => undefined,
  }
  const element = (
    <InsteadOfText
      column={{ version: 'NIV', book, chapter }}
      text={text}
      heading={`${book} ${chapter}`}
      follow={() => () => undefined}
    />
  )
  showInApp([{ path: '/', element }], '/', queryClient)
  await screen.findByText(said, { exact: false })
  expect(screen.queryByText(not, { exact: false })).toBeNull()
})

it('leads to the same chapter in another version, in this column, where the version is no more', async () => {
  const queries = new QueryClient()
  const version = { code: 'WEB', language: 'en', available: true }
  queries.setQueryData(versionsQuery.queryKey, { versions: [version as Version], default: 'WEB' })
  const text = {
    ...{ version: undefined, absent: false, chapter: undefined, verses: [], around: { previous: null, next: null } },
    error: new ApiProblem(404, { code: 'unknown_version', message: 'There is no version called “MINE”.' }),
    retry: () => undefined,
  }
  const column = { version: 'MINE', book: 'John', chapter: 3 }
  const went = vi.fn()
  const follow = (to: ChapterReference) => (event: MouseEvent) => {
    event.preventDefault()
    went(to)
  }
  const element = <InsteadOfText column={column} text={text} heading="John 3" follow={follow} />
  const { user } = showInApp([{ path: '/', element }], '/', queries)
  const link = await screen.findByRole('link', { name: 'Read the Bible' })
  expect(link.getAttribute('href')).toBe('/bible/WEB/John/3')
  await user.click(link)
  expect(went).toHaveBeenCalledWith({ version: 'WEB', book: 'John', chapter: 3 })
})
