import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import type { ListKind } from '../../study/use-item-list.ts'
import { highlightWrites } from './highlight-writes.ts'

/** Which highlights: of a colour (#RRGGBB, or SETTINGS_COLOR), of a book by its English name; '' for any. */
export type HighlightFilter = { readonly color: string; readonly book: string }

/** The highlights of a person, all or some of them. */
export const highlightList = ({ color, book }: HighlightFilter): ListKind<Highlight> => ({
  writes: highlightWrites,
  path: '/api/highlight/user',
  findable: findableHighlight,
  only: {
    asked: { ...(color && { color }), ...(book && { book }) },
    has: (item) => (color === '' || (item.color ?? SETTINGS_COLOR) === color) && (book === '' || item.book === book),
  },
})
