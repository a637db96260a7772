import { type ComponentType, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useParams } from 'react-router-dom'
import { passagePath, readPassage } from '../../bible/passage-path.ts'
import type { ColumnToolProps, ShortcutsProps, StudyKind } from '../../study/study-kind.ts'
import { BookX } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ChapterHead } from './chapter-head.tsx'
import { Reader } from './reader.tsx'

type Props = {
  /** The kinds of items on verses, in the order in which the reader offers them. */
  readonly kinds: readonly StudyKind[]
  /** The kinds' buttons in each column's header. */
  readonly tools: readonly ComponentType<ColumnToolProps>[]
  /** Shortcuts to passages, shown at the top of the passage picker. */
  readonly shortcuts?: ComponentType<ShortcutsProps> | undefined
}

/**
 * The page /bible/{version}/{book}/{chapter}. If the address spells the passage in another way, the page redirects to
 * the canonical address.
 */
export const ChapterPage = ({ kinds, tools, shortcuts }: Props) => {
  const { t } = useTranslation()
  const params = useParams()
  const { hash, state } = useLocation()
  const { version, book, chapter } = readPassage(params)
  const place = useMemo(() => book && { version, book, chapter }, [version, book, chapter])
  if (!place)
    return (
      <div className="py-12">
        <PageHead title={t('menu.bibleReading')} />
        <h1 className="sr-only">{t('menu.bibleReading')}</h1>
        <Notice
          icon={BookX}
          tone="error"
          title={t('reader.error', { message: t('server.unknown_book') })}
          actions={
            <Link to="/bible-reading" className="control primary">
              {t('notFound.read')}
            </Link>
          }
        />
      </div>
    )
  if (params.version !== version || params.book !== book || params.chapter !== String(chapter))
    return <Navigate replace to={`${passagePath(place)}${hash}`} state={state} />
  return (
    <>
      <ChapterHead place={place} />
      <Reader place={place} kinds={kinds} columnTools={tools} shortcuts={shortcuts} />
    </>
  )
}
