import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import type { Kind, KindName } from '../../study/kind.ts'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { OwnStream } from './own-stream.tsx'
import { useCounts } from './use-counts.ts'

const TagsPage = lazy(() => withWords(['tags', 'highlights-brief'], () => import('./tags-page.tsx')))
/** Loads after the page. This delays nothing, because reading the device's storage takes longer. */
const KeptDraftsList = lazy(() => import('./kept-drafts-list.tsx'))

type Props = {
  readonly kinds: readonly Kind[]
}

/**
 * The kinds whose counts the specification requires on the page. The counts of the other kinds are in the navigation.
 */
const COUNTED: readonly KindName[] = ['notes', 'highlights', 'sermons']

const Counts = ({ kinds }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const { of: countOf, isError, refetch } = useCounts(user)
  return (
    <>
      {isError && <FetchFailed words={t('myMemos.countsFailed')} onRetry={() => void refetch()} />}
      <p className="mb-3 flex min-h-11 flex-wrap gap-x-5">
        {kinds
          .filter(({ name }) => COUNTED.includes(name) && countOf(name) !== undefined)
          .map(({ name, path }) => (
            <Link
              key={name}
              to={`/my-memos/${path}`}
              className="flex min-h-11 min-w-11 items-baseline gap-1.5 pt-2 text-sm text-muted hover:text-accent"
            >
              <b className="font-scripture text-[1.3rem] leading-none font-semibold text-ink tabular-nums">
                {countOf(name)?.toLocaleString(language)}
              </b>{' '}
              {t(`kinds.${name}.label`)}{' '}
              <span className="sr-only">{t('myMemos.open', { title: t(`kinds.${name}.title`) })}</span>
            </Link>
          ))}
      </p>
    </>
  )
}

/**
 * Shows the counts, drafts and items. Under /my-memos/tags it shows all tags, or the items with the tag in the address.
 */
export const MyMemosOverview = ({ kinds }: Props) => {
  const { tag } = useParams()
  const isOfTags = useLocation().pathname.startsWith('/my-memos/tags')
  return (
    <>
      {!isOfTags && <Counts kinds={kinds} />}
      <div className={tag && 'min-h-11'}>
        <Fetched>{isOfTags ? <TagsPage tag={tag} /> : <KeptDraftsList kinds={kinds} />}</Fetched>
      </div>
      {(tag || !isOfTags) && <OwnStream key={tag} kinds={kinds} tag={tag} />}
    </>
  )
}
