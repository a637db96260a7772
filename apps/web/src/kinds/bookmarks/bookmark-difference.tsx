import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { DifferenceProps } from '../../study/history/kind-history.ts'
import { TagsDifference } from '../../study/tags/tags-difference.tsx'
import { bookmarkName } from './bookmark.ts'

/** A bookmark's passage, and the changes of its tags. Nothing else of a bookmark can be edited. */
const BookmarkDifference = ({ item, than }: DifferenceProps<Bookmark>) => (
  <>
    {bookmarkName(item, useLanguage())}
    <TagsDifference item={item} than={than} />
  </>
)
export default BookmarkDifference
