import { findBook } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ApiProblem, isNetworkFailure, isOtherPage } from '../../../api/api-problem.ts'
import { mayHelpToRepeat } from '../../../api/query-client.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { readableVersion, versionsQuery } from '../../../bible/versions-query.ts'
import { sayProblem } from '../../../locales/server-message.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { BookX } from '../../../ui/icons.ts'
import { Notice } from '../../../ui/notice.tsx'
import { AbsentVersion } from './absent-version.tsx'
import { ChapterSkeleton } from './chapter-skeleton.tsx'
import { type ColumnText, isNoSuchChapter } from './use-column-text.ts'

type Props = {
  readonly column: ChapterReference
  readonly text: ColumnText
  readonly heading: string
  /** Makes the handler of a link that opens a chapter in this column. */
  readonly follow: (to: ChapterReference) => (event: MouseEvent) => void
}

/** The version that the server's refusal names, if a command can install that version. Null for any other error. */
const inCatalogue = (error: Error | null, code: string) => {
  if (!(error instanceof ApiProblem) || error.code !== 'version_not_here') return null
  const { name, command } = error.params
  return typeof name === 'string' && typeof command === 'string' ? { code, name, localName: name, command } : null
}

/**
 * What a column shows in place of a chapter's text: that the text is loading, that the version is not installed, an
 * error, or that the chapter is empty.
 */
export const InsteadOfText = ({ column, text, heading, follow }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: list } = useQuery({ ...versionsQuery, enabled: false })
  const { version, absent, chapter, error, retry } = text
  const book = findBook(column.book)
  const isInBible = book !== null && hasChapter(book, column.chapter)
  const missing = absent ? version : inCatalogue(error, column.version)
  const instead = list ? readableVersion(list, language) : null
  const there = instead && isInBible ? { ...column, version: instead.code } : null
  if (missing && list) return <AbsentVersion version={missing} column={column} instead={instead} follow={follow} />
  // The Bible has the chapter, but this text does not. A New Testament, for example, has no Genesis.
  if (chapter || (error && isNoSuchChapter(error) && isInBible))
    return <Notice icon={BookX} title={t('reader.empty')} />
  if (error)
    return (
      <Notice
        icon={BookX}
        tone="error"
        title={t('reader.error', { message: sayProblem(t, error) ?? t('reader.failed') })}
        onRetry={mayHelpToRepeat(error) && retry}
        actions={
          !mayHelpToRepeat(error) && (
            // The address /bible-reading opens the chapter that was read last, perhaps this one again, so the link
            // names an installed version.
            <Link
              to={there ? passagePath(there) : '/bible-reading'}
              onClick={there ? follow(there) : undefined}
              className="control primary"
            >
              {t('notFound.read')}
            </Link>
          )
        }
      >
        {isNetworkFailure(error) && !isOtherPage(error) && t('reader.offline')}
      </Notice>
    )
  return <ChapterSkeleton label={t('reader.loading', { heading })} />
}
