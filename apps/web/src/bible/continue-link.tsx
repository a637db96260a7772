import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useHydrated } from '../device/use-hydrated.ts'
import { useLanguage } from '../locales/use-language.tsx'
import { BookmarkCheck } from '../ui/icons.ts'
import type { ChapterReference } from './chapter-reference.ts'
import { chapterReadLast } from './kept-columns.ts'
import { chapterHeading } from './passage-names.ts'

type Props = {
  /** The open passage. If the link would lead to the same chapter, it is not shown. */
  readonly open?: ChapterReference
  readonly className?: string
}

/** A link to the chapter that was last read on this device. Renders nothing if there is none. */
const ContinueLink = ({ open, className = '' }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const hydrated = useHydrated()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another passage is open
  const lastRead = useMemo(() => (hydrated ? chapterReadLast() : null), [hydrated, open])
  if (!lastRead || (open && lastRead.book === open.book && lastRead.chapter === open.chapter)) return null
  return (
    <Link to="/bible-reading" className={`control quiet ${className}`}>
      <BookmarkCheck size={18} strokeWidth={1.8} aria-hidden />
      {t('continueWith', { heading: chapterHeading(lastRead.book, lastRead.chapter, language) })}
    </Link>
  )
}
export default ContinueLink
