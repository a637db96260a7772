// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { overlayQuery } from '../../study/overlay-query.ts'
import { ruth, serverForRuth } from '../../testing/as-ruth.ts'
import { gatherMarks } from './gather.ts'

const { server } = serverForRuth()
const passage = (verse_id: number) => ({ type: 'passage', version: 'WEB', verse_id, end_verse_id: null }) as const

it('fetches the highlights of each chapter once, and goes on without those that do not come', async () => {
  server.answer = ({ path }) =>
    path.includes('chapter=4') ? { status: 400 } : { at: 1, body: { notes: [], sermons: [], highlights: [] } }
  const queries = new QueryClient()
  const entries = [43_003_016, 43_004_001, 43_003_017, 43_005_001].map(passage)
  await gatherMarks(queries, { owner: ruth }, entries)
  const chapters = server.asked.map(({ path }) => /chapter=(\d+)/.exec(path)?.[1])
  expect(chapters.toSorted()).toEqual(['3', '4', '5'])
  const here = ['3', '4', '5'].map((chapter) =>
    queries.getQueryData(overlayQuery(ruth, { version: 'WEB', book: 'John', chapter: Number(chapter) }).queryKey),
  )
  expect(here.map(Boolean)).toEqual([true, false, true])
})
