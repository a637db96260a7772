import type { Comparison } from '@pathlight/contracts/comparison.ts'
import { formatReference } from '@pathlight/scripture/format-reference.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceStorage } from '../../device/device-storage.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Columns3, Diff, Rows3 } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { AbsentTranslations } from './absent-translations.tsx'
import { type Compared, comparedElsewhereQuery } from './compare-query.ts'
import { ComparedCard, RemoteCard } from './compared-card.tsx'

const LAYOUT = 'compare.layout'
type Layout = 'side' | 'stacked'
/**
 * The classes of each layout. On a phone, `side` is a row that the person swipes through. `unknown` is used until the
 * person has chosen a layout, and on paper.
 */
const LAYOUTS = {
  side: 'grid gap-4 wide:grid-cols-2 desk:grid-cols-3 max-wide:snap-x max-wide:snap-mandatory max-wide:auto-cols-[86%] max-wide:grid-flow-col max-wide:overflow-x-auto max-wide:*:snap-start',
  stacked: 'mx-auto grid max-w-[46rem] gap-4',
  unknown: 'grid gap-4 wide:grid-cols-2 desk:grid-cols-3',
} as const

const Choice = ({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className="flex min-h-11 items-center gap-2 rounded-[22px] px-3 text-sm text-muted hover:text-ink wide:min-h-9.5 aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent max-wide:[&>svg]:hidden"
  >
    {children}
  </button>
)

const icon = { size: 17, strokeWidth: 1.8, 'aria-hidden': true } as const

/**
 * Sorts the texts in the person's language first, then other texts, then pending translations, then translations
 * without the text.
 */
export const sortResults = (results: readonly Compared[], language: string): readonly Compared[] => {
  const rank = ({ text, pending, language: own }: Compared) =>
    text === null ? (pending ? 2 : 3) : own.startsWith(language) ? 0 : 1
  return results.toSorted((a, b) => rank(a) - rank(b))
}

export const ComparedCards = ({ comparison, reference }: { comparison: Comparison; reference: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const hydrated = useHydrated()
  const wide = useMediaQuery(WIDE)
  const [chosen, setChosen] = useState<Layout | null>(null)
  const [differences, setDifferences] = useState(true)
  const saved = hydrated ? deviceStorage.get(LAYOUT) : null
  const savedLayout = chosen ?? (saved === 'side' || saved === 'stacked' ? saved : null)
  const layout = savedLayout ?? (wide ? 'side' : 'stacked')
  // Paper is as narrow as a phone, on which `side` is a row for swiping. Paper would show only the row's beginning, so
  // it uses `unknown`.
  const isOnPaper = useMediaQuery('print')
  const choose = (next: Layout) => {
    deviceStorage.set(LAYOUT, next)
    setChosen(next)
  }
  const { passage, results } = comparison
  const elsewhere = useQuery({
    ...comparedElsewhereQuery(reference),
    enabled: hydrated && results.some(({ pending }) => pending),
  })
  /** A remote translation's result. Undefined until it arrives, and 'failed' if the request ended without it. */
  const resultOf = (version: string) =>
    elsewhere.data?.find((one) => one.version === version) ??
    (elsewhere.isFetched && !elsewhere.isFetching ? 'failed' : undefined)
  const ordered = sortResults(results, language)
  const absent = ordered.filter(({ text, pending, hint }) => text === null && !pending && hint !== null)
  const visible = ordered.filter((one) => !absent.includes(one))
  if (visible.length === 0 && absent.length === 0) return <Notice title={t('compare.nothing')} />
  /**
   * The translation that `one` is compared with: the first text in the same language. Null if there is none, or if it
   * is `one` itself.
   */
  const firstFor = (one: Compared) => {
    const first = visible.find(({ text, language: own }) => text !== null && own === one.language)
    return first && first !== one ? first : null
  }
  return (
    <section className="mt-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="grow font-scripture text-xl leading-tight font-semibold">
          {formatReference(passage, language)}
        </h2>
        <div className="noscript:hidden flex flex-wrap gap-2 print:hidden">
          <fieldset
            aria-label={t('compare.layout')}
            className="flex flex-wrap rounded-[22px] border border-line bg-surface"
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
          <div className="flex rounded-[22px] border border-line bg-surface">
            <Choice chosen={differences} onChoose={() => setDifferences(!differences)}>
              <Diff {...icon} />
              {t('compare.differences')}
            </Choice>
          </div>
        </div>
      </div>
      <div className={LAYOUTS[isOnPaper ? 'unknown' : (savedLayout ?? 'unknown')]}>
        {visible.map((one) =>
          one.pending ? (
            <RemoteCard
              key={one.version}
              reference={reference}
              passage={passage}
              compared={one}
              result={resultOf(one.version)}
              differences={differences}
              first={firstFor(one)}
            />
          ) : (
            <ComparedCard
              key={one.version}
              passage={passage}
              compared={one}
              differences={differences}
              first={firstFor(one)}
            />
          ),
        )}
      </div>
      {absent.length > 0 && <AbsentTranslations absent={absent} />}
    </section>
  )
}
