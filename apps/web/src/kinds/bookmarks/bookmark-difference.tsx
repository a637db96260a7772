import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { bookmarkName } from './bookmark.ts'

/** The passage of a bookmark, and its tags. Only the tags can be edited. */
const BookmarkDifference = ({ item, than }: DifferenceProps<Bookmark>) => (
  <>
    {bookmarkName(item, useLanguage())}
    <TagsDifference item={item} than={than} />
  </>
)
export default BookmarkDifference
