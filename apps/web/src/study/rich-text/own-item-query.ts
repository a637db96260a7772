import type { LinkedList } from '@pathlight/contracts/item-pages-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/api-problem.ts'
import { MINE } from '../../api/query-client.ts'
import { readSeen } from '../../api/read-seen.ts'

/** As much as a preview may show of an item's words, in UTF-16 units. */
const EXCERPT = 600

/** Where the server gives an item by itself. */
const CALLS: Readonly<Record<LinkedList, string>> = {
  notes: '/api/note/detail/',
  sermons: '/api/sermon/',
  pads: '/api/pad/detail/',
}

type Shape = {
  readonly title?: string | null
  readonly text?: string
  readonly content?: object
  readonly entries?: readonly { readonly text?: string }[]
}

/** An item that a text links to. `gone`: its owner deleted it. */
type OwnItem =
  | { readonly status: 'coming' | 'gone' | 'failed' }
  | { readonly status: 'known'; readonly title: string | null; readonly text: string }

const wordsOf = ({ text, content, entries = [] }: Shape): string => {
  if (text !== undefined) return plainTextOfMarkdown(text)
  if (content !== undefined) return plainTextOf(content as RichText)
  return entries.flatMap((entry) => entry.text ?? []).join('\n')
}

/** An item of one's own by the list that has it. */
export const useOwnItem = (userId: string, list: LinkedList, id: string): OwnItem => {
  const { data, error } = useQuery({
    queryKey: [MINE, userId, list, 'one', id],
    queryFn: ({ signal }) => readSeen<Shape>(userId, `${CALLS[list]}${encodeURIComponent(id)}`, signal),
    retry: false,
  })
  if (error) return { status: error instanceof ApiProblem && error.status === 404 ? 'gone' : 'failed' }
  if (!data) return { status: 'coming' }
  return { status: 'known', title: data.value.title || null, text: wordsOf(data.value).slice(0, EXCERPT) }
}
