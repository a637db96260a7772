import { cleanRichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { OpenedShare } from '@pathlight/contracts/share.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import { ApiProblem } from '../../api/api-problem.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { rangeReference } from '../../bible/range-reference.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { FreeText } from '../../study/rich-text/free-text.tsx'
import { RichTextView } from '../../study/rich-text/rich-text-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Link2 } from '../../ui/icons.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { SharedEntries } from './shared-entries.tsx'
import { sharedQuery } from './shared-query.ts'
import './shared-page.css'

type Props = {
  /** Renders the foot of the page. `about` is a line of text in the foot. */
  readonly foot: (about: ReactNode) => ReactNode
}

/** The passage of a note or a sermon, as a link to the reader. */
const Passage = ({ of, isTitle }: { readonly of: PassageOf; readonly isTitle: boolean }) => {
  const language = useLanguage()
  const { version, book, first } = of
  const chapter = Math.floor(first / 1000) % 1000
  return (
    <p className="text-sm">
      <Link
        to={passagePath({ version, book, chapter }, first % 1000)}
        className="flex min-h-11 w-fit items-center text-muted hover:underline print:min-h-0"
      >
        {!isTitle && `${rangeReference(book, first, of.last, language)} · `}
        {versionLabel(version, language)}
      </Link>
    </p>
  )
}

type PassageOf = { readonly version: string; readonly book: string; readonly first: number; readonly last: number }

/** The passage of a shared item, by verse ids. Null for a pad. */
const passageOf = ({ kind, item }: OpenedShare): PassageOf | null => {
  if (kind === 'pad') return null
  const { version, book } = item
  if (kind === 'sermon') return { version, book, first: item.start_verse_id, last: item.end_verse_id }
  return { version, book, first: item.verse_id, last: item.end_verse_id ?? item.verse_id }
}

/** The shared item. It links to nothing else of its owner. */
const Shown = ({ shown }: { readonly shown: OpenedShare }) => {
  const language = useLanguage()
  const isKnown = useHydrated()
  const links = isKnown ? 'shared' : 'none'
  const passage = passageOf(shown)
  // The server does not know the time zone of the person's device, so the browser adds the date. Before that, a line
  // without a name has a space, which keeps the line's height.
  const named = [shown.name, isKnown && formatDate(shown.item.updated_at, language)].filter(Boolean).join(' · ')
  const reference = passage && rangeReference(passage.book, passage.first, passage.last, language)
  const title = shown.item.title || (reference ?? '')
  return (
    <>
      <PageHead title={title} />
      {passage && <Passage of={passage} isTitle={title === reference} />}
      <h1 className="font-scripture text-[clamp(1.9rem,1.4rem+2vw,2.6rem)] leading-[1.15] font-semibold text-balance wrap-anywhere">
        {title}
      </h1>
      <p className="mt-2 text-sm text-muted wrap-anywhere">{named || '\u00a0'}</p>
      <article aria-label={title} className="shared-words mt-8 mb-12 font-scripture wide:mt-10">
        {shown.kind === 'sermon' && <RichTextView content={cleanRichText(shown.item.content)} links={links} />}
        {shown.kind === 'note' && <FreeText text={shown.item.text} links={links} version={shown.item.version} />}
        {shown.kind === 'pad' && <SharedEntries entries={shown.item.entries} links={links} />}
      </article>
    </>
  )
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const KEY = /^[\w-]{43}$/

/** A message in place of a shared item. `children` is a link or a button. */
const Instead = ({ title, isOver, children }: { title: string; isOver: boolean; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className="grow">
      <PageHead title={t('links.page')} />
      <h1 className="sr-only">{t('links.page')}</h1>
      <Notice icon={Link2} tone={isOver ? 'calm' : 'error'} title={title} actions={children} />
    </div>
  )
}

/**
 * The page /shared/{id}#{key}, which shows a shared item. A browser does not send the hash of an address, so the key is
 * sent in the body of a request: by public/shared-words.js, or else by this page. The HTML tells search engines not to
 * index the page (app/document.ts).
 */
export const SharedPage = ({ foot }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id = '' } = useParams()
  const key = useLocation().hash.slice(1)
  // The HTML has the item if public/shared-words.js got it. Otherwise the HTML says that the item is loading.
  const isKnown = useHydrated()
  const isWhole = ID.test(id) && KEY.test(key)
  const { data, error, refetch, isFetching } = useQuery({ ...sharedQuery(id, key), enabled: isKnown && isWhole })
  const queries = useQueryClient()
  // When the person leaves the page, the item is removed from the cache. The element `state` of the HTML, which has the
  // item's words and the key, is removed from the document. A person who returns fetches the item again, because its
  // owner may have deleted it or ended the sharing. During development StrictMode unmounts the page and mounts it again
  // at once, so the item is removed in a microtask, and only if it is not in use.
  useEffect(() => {
    const forget = () => {
      queries.removeQueries({ queryKey: ['shared'], type: 'inactive' })
      document.getElementById('state')?.remove()
    }
    return () => queueMicrotask(forget)
  }, [queries])
  const isGone = error instanceof ApiProblem && error.status === 404
  const foots =
    isKnown && data?.until ? t('links.footUntil', { date: formatDate(data.until, language) }) : t('links.foot')
  return (
    <div className="mx-auto flex min-h-dvh max-w-[40rem] flex-col px-6 pt-8 pb-3 wide:pt-16 print:block print:p-0">
      {data && <Shown shown={data} />}
      {!isKnown && !data && (
        <noscript>
          <p>
            {t('withoutScript.text')} <a href="/bible-reading">{t('withoutScript.read')}</a>
          </p>
        </noscript>
      )}
      {!data && (!isKnown || (isWhole && !error)) && (
        <div className="noscript:hidden">
          <LoadingText />
        </div>
      )}
      {isKnown && (!isWhole || isGone) && (
        <Instead isOver title={t(isWhole ? 'links.nothing' : 'links.cut')}>
          <Link to="/bible-reading" className="control primary big">
            {t('links.read')}
          </Link>
        </Instead>
      )}
      {error && !isGone && (
        <Instead isOver={false} title={sayProblem(t, error) ?? t('links.unreached')}>
          <Button ref={passFocusOn} busy={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </Instead>
      )}
      {foot(data && foots)}
    </div>
  )
}
