import { cleanRichText, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { OpenedShare } from '@pathlight/contracts/share.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Link2 } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The first and last verse of what is shared, as verse ids. */
const rangeOf = (shown: OpenedShare): readonly [number, number] =>
  shown.kind === 'sermon'
    ? [shown.item.start_verse_id, shown.item.end_verse_id]
    : [shown.item.verse_id, shown.item.end_verse_id ?? shown.item.verse_id]

/** Shows rich text. The page gets it, because the kind of sermons owns it. */
type RichTextShown = ComponentType<{ readonly content: RichText }>

/** One item that somebody shared, and nothing else of theirs. */
const Shown = ({ shown, RichTextView }: { readonly shown: OpenedShare; readonly RichTextView: RichTextShown }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { book, version, updated_at } = shown.item
  const [first, last] = rangeOf(shown)
  const reference = rangeReference(book, first, last, language)
  const chapter = Math.floor(first / 1000) % 1000
  const by = shown.kind === 'sermon' ? shown.item.speaker : ''
  const named = [by, shown.name !== by && shown.name, formatDate(updated_at, language)].filter(Boolean).join(' · ')
  const title = shown.item.title || reference
  return (
    <>
      <PageHead title={title} />
      <p className="text-sm">
        <Link
          to={passagePath({ version, book, chapter }, first % 1000)}
          className="flex min-h-11 w-fit items-center text-muted hover:underline print:min-h-0"
        >
          {reference} · {versionLabel(version, language)}
        </Link>
      </p>
      <h1 className="font-scripture text-[min(2.2rem,12vw)] leading-tight font-semibold text-balance wrap-anywhere">
        {title}
      </h1>
      <p className="mt-2 text-sm text-muted">{named}</p>
      <article aria-label={title} className="mt-7">
        {shown.kind === 'sermon' ? (
          <RichTextView content={cleanRichText(shown.item.content)} />
        ) : (
          <FreeText
            text={shown.item.text}
            links="shared"
            version={version}
            className="font-scripture text-lg leading-relaxed"
          />
        )}
      </article>
      <footer className="mt-12 border-t border-line pt-4 text-sm text-muted">{t('links.foot')}</footer>
    </>
  )
}

/**
 * /shared/{id}#{key}: what somebody shared by a link. The browser sends no part behind # with the address, so the key comes to the server in a
 * body only.
 */
export const SharedPage = ({ RichTextView }: { readonly RichTextView: RichTextShown }) => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const key = useLocation().hash.slice(1)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['shared', id, key],
    queryFn: () => write<OpenedShare>('POST', `/api/shared/${encodeURIComponent(id)}`, { body: { key } }),
    // A link that is wrong stays wrong, and each look counts.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  useEffect(() => {
    const robots = document.createElement('meta')
    Object.assign(robots, { name: 'robots', content: 'noindex' })
    document.head.append(robots)
    return () => robots.remove()
  }, [])
  const isGone = error instanceof ApiProblem && error.status === 404
  return (
    <div className="mx-auto max-w-[42rem] px-5 py-8 wide:py-12 print:p-0">
      {data && <Shown shown={data} RichTextView={RichTextView} />}
      {!data && !error && <LoadingText />}
      {error && (
        <>
          <PageHead title={t('links.page')} />
          <h1 className="sr-only">{t('links.page')}</h1>
          <Notice
            icon={Link2}
            tone={isGone ? 'calm' : 'error'}
            title={isGone ? t('links.nothing') : (sayProblem(t, error) ?? t('links.failed'))}
            actions={
              isGone ? (
                <Link to="/bible-reading" className="control primary big">
                  {t('links.read')}
                </Link>
              ) : (
                <Button busy={isFetching} onClick={() => void refetch()}>
                  {t('tryAgain')}
                </Button>
              )
            }
          />
        </>
      )}
    </div>
  )
}
