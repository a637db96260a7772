import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { chapterHeading } from '../../bible/passage-names.ts'
import { useLanguage } from '../../locales/use-language.ts'
import type { DifferenceProps } from '../../study/history/kind-history.ts'

/** The chapter of a bookmark, of which nothing is ever edited. */
const BookmarkDifference = ({ item: { book, chapter, version } }: DifferenceProps<Bookmark>) => {
  const language = useLanguage()
  return `${chapterHeading(book, chapter, language)} · ${version}`
}
export default BookmarkDifference
