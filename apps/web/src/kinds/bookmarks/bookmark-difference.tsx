import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { bookmarkName } from './bookmark.ts'

/** The passage of a bookmark, of which nothing is ever edited. */
const BookmarkDifference = ({ item }: DifferenceProps<Bookmark>) => bookmarkName(item, useLanguage())
export default BookmarkDifference
