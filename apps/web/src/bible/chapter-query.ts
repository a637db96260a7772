import type { Chapter } from '@pathlight/contracts/bible.ts'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/request.ts'
import type { ChapterReference } from './chapter-reference.ts'

/** A chapter's text. The text counts as fresh forever, because it seldom changes while a page is open. */
export const chapterQuery = ({ version, book, chapter }: ChapterReference) =>
  queryOptions({
    queryKey: ['bible', 'chapter', version, book, chapter],
    queryFn: ({ signal }) =>
      read<Chapter>(`/api/bible/chapter?${new URLSearchParams({ version, book, chapter: String(chapter) })}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  })
