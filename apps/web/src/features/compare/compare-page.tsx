import type { Comparison } from '@pathlight/contracts/bible.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, ChevronRight, Columns3, Diff, Rows3 } from 'lucide-react'
import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { mayHelpToRepeat } from '../../api/query-client.ts'
import type { Place } from '../../bible/place.ts'
import { sayReferenceRefusal } from '../../bible/say-reference-problem.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { comparePath, readReference } from './compare-path.ts'
import { type Compared, comparedElsewhereQuery, comparedHereQuery } from './compare-query.ts'
import { AwaitedCard, ComparedCard } from './compared-card.tsx'

const PickPassage = lazy(() => withWords(['reader', 'reference'], () => import('./pick-passage.tsx')))

/** What the person has kept, on top where a passage is chosen. */
type Shortcuts = ComponentType<{ readonly onGo: (to: Place) => void }>

/** Longest reference, in UTF-16 units, as the server takes it. */
const LONGEST = 500
const LAYOUT = 'compare.layout'
type Layout = 'side' | 'stacked'
/** Side by side on a phone is a row to be swiped through. */
const LAYOUTS = {
  side: 'grid gap-4 wide:grid-cols-2 desk:grid-cols-3 max-wide:snap-x max-wide:snap-mandatory max-wide:auto-cols-[86%] max-wide:grid-flow-col max-wide:overflow-x-auto max-wide:*:snap-start',
  stacked: 'mx-auto grid max-w-[46rem] gap-4',
  unknown: 'grid gap-4 wide:grid-cols-2 desk:grid-cols-3',
} as const

type BoxProps = {
  readonly reference: string
  /** Which chapter is compared now; the first of all where none is. */
  readonly open: { readonly book: string; readonly chapter: number }
  readonly Shortcuts: Shortcuts
}

const Box = ({ reference, open, Shortcuts }: BoxProps) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const [params] = useSearchParams()
  const [blank, setBlank] = useState(false)
  const [picking, setPicking] = useState(false)
  useEffect(() => {
    if (box.current) box.current.value = reference
  }, [reference])
  const compare = (event: FormEvent) => {
    event.preventDefault()
    const typed = box.current?.value.trim() ?? ''
    setBlank(typed === '')
    if (typed !== '') navigate(comparePath(typed))
  }
  const nothing = blank || (params.has('reference') && reference === '')
  return (
    <search aria-label={t('compare.title')}>
      <form action="/version-comparison" onSubmit={compare} className="flex max-w-[36rem] flex-wrap gap-2">
        <input
          ref={box}
          name="reference"
          defaultValue={reference}
          aria-label={t('compare.reference')}
          placeholder={t('compare.example')}
          aria-invalid={nothing || undefined}
          aria-describedby={nothing ? 'nothing-to-compare' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          maxLength={LONGEST}
          className="field w-auto! min-w-0 flex-1 basis-[8rem]"
        />
        <IconButton
          icon={BookOpen}
          label={t('compare.pick')}
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
          className="size-11! border border-line noscript:hidden"
        />
        <Button type="submit" look="primary" className="min-h-11">
          {t('compare.search')}
        </Button>
      </form>
      <Suspense fallback={null}>
        {picking && (
          <PickPassage
            open={{ ...open, version: '' }}
            Shortcuts={Shortcuts}
            onPick={(picked) => {
              setPicking(false)
              setBlank(false)
              navigate(comparePath(picked))
            }}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
      <p id="nothing-to-compare" role="alert" className={nothing ? 'mt-2 text-sm text-danger' : ''}>
        {nothing && t('compare.nothing')}
      </p>
    </search>
  )
}

const Choice = ({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className="flex min-h-11 items-center gap-2 rounded-sm px-3 text-sm text-muted hover:text-ink wide:min-h-9.5 aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
  >
    {children}
  </button>
)

const icon = { size: 17, strokeWidth: 1.8, 'aria-hidden': true } as const

/** What is here comes first, and of it the person's language; then what is asked for. */
const inOrder = (results: readonly Compared[], language: string): readonly Compared[] => {
  const place = ({ text, pending, language: own }: Compared) =>
    text === null ? (pending ? 2 : 3) : own.startsWith(language) ? 0 : 1
  return results.toSorted((a, b) => place(a) - place(b))
}

/** Translations that cannot be read here: by name, behind one line. */
const Absent = ({ absent }: { absent: readonly Compared[] }) => {
  const { t } = useTranslation()
  return (
    <details className="group mt-6">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.8}
          className="transition-transform duration-(--fast) group-open:rotate-90"
          aria-hidden
        />
        {t('compare.absent', { count: absent.length })}
      </summary>
      <p className="mt-2 max-w-[46rem] text-sm text-pretty text-muted">{t('compare.absentText')}</p>
      <ul className="mt-2 max-w-[46rem]">
        {absent.map(({ version, name }) => (
          <li key={version} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 text-sm">
            <span>
              <strong className="font-semibold">{version}</strong> <span className="text-muted">{name}</span>
            </span>
            <span className="text-muted">{t('compare.noVerse')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Cards = ({ comparison, reference }: { comparison: Comparison; reference: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const hydrated = useHydrated()
  const wide = useMediaQuery(WIDE)
  const [chosen, setChosen] = useState<Layout | null>(null)
  const [differences, setDifferences] = useState(false)
  const kept = hydrated ? deviceStorage.get(LAYOUT) : null
  const known = chosen ?? (kept === 'side' || kept === 'stacked' ? kept : null)
  const layout = known ?? (wide ? 'side' : 'stacked')
  const choose = (next: Layout) => {
    deviceStorage.set(LAYOUT, next)
    setChosen(next)
  }
  const { passage, results } = comparison
  const elsewhere = useQuery({
    ...comparedElsewhereQuery(reference),
    enabled: hydrated && results.some(({ pending }) => pending),
  })
  /** What came of a translation; undefined while it may still come. */
  const cameOf = (version: string) =>
    elsewhere.data?.find((one) => one.version === version) ??
    (elsewhere.isFetched && !elsewhere.isFetching ? 'failed' : undefined)
  const ordered = inOrder(results, language)
  const absent = ordered.filter(({ text, pending, hint }) => text === null && !pending && hint !== null)
  const shown = ordered.filter((one) => !absent.includes(one))
  if (shown.length === 0 && absent.length === 0) return <Notice title={t('compare.nothing')} />
  /** Texts are only compared word by word with the first one in their language. */
  const firstFor = (one: Compared) => {
    const first = shown.find(({ text, language: own }) => text !== null && own === one.language)
    return differences && first && first !== one ? first : null
  }
  return (
    <section className="mt-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="grow font-scripture text-xl leading-tight font-semibold">
          {formatReference(passage, language)}
        </h2>
        <div className="noscript:hidden flex flex-wrap gap-2">
          <fieldset
            aria-label={t('compare.layout')}
            className="flex flex-wrap rounded-sm border border-line bg-surface"
          >
            <Choice chosen={layout === 'side'} onChoose={() => choose('side')}>
              <Columns3 {...icon} />
              {t('compare.side')}
            </Choice>
            <Choice chosen={layout === 'stacked'} onChoose={() => choose('stacked')}>
              <Rows3 {...icon} />
              {t('compare.stacked')}
            </Choice>
          </fieldset>
          <div className="flex rounded-sm border border-line bg-surface">
            <Choice chosen={differences} onChoose={() => setDifferences(!differences)}>
              <Diff {...icon} />
              {t('compare.differences')}
            </Choice>
          </div>
        </div>
      </div>
      <div className={LAYOUTS[known ?? 'unknown']}>
        {shown.map((one) =>
          one.pending ? (
            <AwaitedCard
              key={one.version}
              reference={reference}
              passage={passage}
              compared={one}
              came={cameOf(one.version)}
              first={firstFor(one)}
            />
          ) : (
            <ComparedCard key={one.version} passage={passage} compared={one} first={firstFor(one)} />
          ),
        )}
      </div>
      {absent.length > 0 && <Absent absent={absent} />}
    </section>
  )
}

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
        actions={mayHelpToRepeat(error) && <Button onClick={() => refetch()}>{t('tryAgain')}</Button>}
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
      <Cards comparison={data} reference={data.reference} />
    </div>
  )
}

const STEPS = ['type', 'read', 'differ', 'keep'] as const

/** /version-comparison: one passage in all the translations there are. */
export const ComparePage = ({ Shortcuts }: { Shortcuts: Shortcuts }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [params] = useSearchParams()
  const reference = readReference(params)
  const { data } = useQuery({ ...comparedHereQuery(reference), enabled: reference !== '' })
  const named = data && formatReference(data.passage, language)
  const first = data && inOrder(data.results, language)[0]?.text
  return (
    <div className="mx-auto max-w-[68rem] px-4 pt-8 pb-24 wide:px-6">
      <PageHead
        title={named ? t('compare.titleOf', { passage: named }) : t('compare.title')}
        description={first ?? t('compare.intro')}
        path={data ? comparePath(data.reference) : '/version-comparison'}
      />
      <h1 className="font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance">
        {t('compare.title')}
      </h1>
      <p className="mt-2 mb-5 max-w-[46rem] text-pretty text-muted">{t('compare.intro')}</p>
      <Box reference={reference} open={data?.passage ?? { book: 'Genesis', chapter: 1 }} Shortcuts={Shortcuts} />
      {reference !== '' && <Comparing reference={reference} />}
      <div className="mt-12 grid gap-10 border-t border-line pt-8 wide:grid-cols-2">
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
