import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import { sayReferenceRefusal } from '../../bible/say-reference-problem.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { CloudOff } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { comparePath, readReference } from './compare-path.ts'
import { comparedHereQuery } from './compare-query.ts'
import { ComparedCards, sortResults } from './compared-cards.tsx'
import { ReferenceBox, type Shortcuts } from './reference-box.tsx'

const Comparing = ({ reference }: { reference: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const query = useQuery({ ...comparedHereQuery(reference), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData, refetch } = query
  if (error)
    return (
      <Notice
        tone="error"
        title={sayReferenceRefusal(t, language, error) ?? t('compare.failed')}
        onRetry={mayHelpToRepeat(error) && refetch}
      />
    )
  if (!data)
    return (
      <div role="status" className="mt-8 grid gap-4 wide:grid-cols-2 desk:grid-cols-3">
        <span className="sr-only">{t('loading')}</span>
        <div className="skeleton h-40" />
        <div className="skeleton h-40" />
        <div className="skeleton h-40" />
      </div>
    )
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      {data.offline && (
        <p role="note" className="mt-6 flex items-start gap-2 text-sm text-pretty break-keep text-muted">
          <CloudOff size={16} strokeWidth={1.8} className="mt-0.5 flex-none" aria-hidden />
          {t('compare.offline')}
        </p>
      )}
      <ComparedCards comparison={data} reference={data.reference} />
    </div>
  )
}

const STEPS = ['type', 'read', 'differ', 'keep'] as const

/** The page /version-comparison: one passage in all available translations. */
export const ComparePage = ({ Shortcuts }: { Shortcuts: Shortcuts }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [params] = useSearchParams()
  const reference = readReference(params)
  const { data } = useQuery({ ...comparedHereQuery(reference), enabled: reference !== '' })
  const passageName = data && formatReference(data.passage, language)
  const first = data && sortResults(data.results, language)[0]?.text
  return (
    <div className="mx-auto max-w-[68rem] px-4 pt-8 pb-24 wide:px-6">
      <PageHead
        title={passageName ? t('compare.titleOf', { passage: passageName }) : t('compare.title')}
        description={first ?? t('compare.intro')}
        path={data ? comparePath(data.reference) : '/version-comparison'}
      />
      <h1 className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance">
        {t('compare.title')}
      </h1>
      <p className="mt-2 mb-5 max-w-[46rem] text-balance text-muted print:hidden">{t('compare.intro')}</p>
      <ReferenceBox
        reference={reference}
        open={data?.passage ?? { book: 'Genesis', chapter: 1 }}
        Shortcuts={Shortcuts}
      />
      {reference !== '' && <Comparing reference={reference} />}
      <div className="mt-12 grid gap-10 border-t border-line pt-8 wide:grid-cols-2 print:hidden">
        <section>
          <h2 className="mb-3 font-scripture text-xl leading-tight font-semibold">{t('compare.how')}</h2>
          <ol className="grid list-decimal gap-2 pl-5 text-pretty text-muted marker:font-semibold marker:text-accent">
            {STEPS.map((step) => (
              <li key={step}>{t(`compare.step.${step}`)}</li>
            ))}
          </ol>
        </section>
        <section>
          <h2 className="mb-3 font-scripture text-xl leading-tight font-semibold">{t('compare.why')}</h2>
          <p className="text-pretty text-muted">{t('compare.whyText')}</p>
          <p className="mt-3 text-pretty text-muted">{t('compare.whyMore')}</p>
        </section>
      </div>
    </div>
  )
}
