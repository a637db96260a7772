import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import type { Kind } from '../../study/kind.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronRight, Library } from '../../ui/icons.ts'
import { KeptDraftsList } from './kept-drafts-list.tsx'
import { useCounts } from './use-counts.ts'
import { WritingSearch } from './writing-search.tsx'

type Props = {
  readonly kinds: readonly Kind[]
}

/** How much there is of each kind, and the ways to it. */
export const MyMemosOverview = ({ kinds }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const { of: countOf, isComing, isError, refetch } = useCounts(user)
  return (
    <WritingSearch kinds={kinds}>
      <p className="mb-5 text-sm text-muted">{t('myMemos.overviewText')}</p>
      {isError && (
        <div role="alert" className="mb-5 flex flex-wrap items-center gap-4 text-danger">
          <p>{t('myMemos.countsFailed')}</p>
          <Button onClick={() => refetch()}>{t('tryAgain')}</Button>
        </div>
      )}
      <div className="grid gap-3 wide:grid-cols-2">
        {kinds.map(({ name, path }) => (
          <Link
            key={name}
            to={`/my-memos/${path}`}
            className="flex min-h-24 flex-wrap items-center gap-x-4 rounded-md border border-line bg-surface px-5 py-4 transition-colors duration-(--fast) hover:border-accent"
          >
            <span className="min-w-10 font-scripture text-[2.4rem] leading-none font-medium text-accent tabular-nums">
              {isComing ? (
                <span className="skeleton block h-9 w-8" />
              ) : (
                (countOf(name)?.toLocaleString(language) ?? <Library size={32} strokeWidth={1.6} aria-hidden />)
              )}
            </span>
            <span className="min-w-0 flex-1 basis-[9rem] font-semibold">
              {t(`kinds.${name}.label`)}
              <span className="block text-sm font-normal text-muted">{t(`kinds.${name}.open`)}</span>
            </span>
            <ChevronRight size={20} strokeWidth={1.8} className="text-muted" aria-hidden />
          </Link>
        ))}
      </div>
      <KeptDraftsList kinds={kinds} />
    </WritingSearch>
  )
}
