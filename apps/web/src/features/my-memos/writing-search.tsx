import { FIND_MAX, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { HIGHLIGHT_COLORS, SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { lazy, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { colorName } from '../../look/highlight-color-names.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import { usePerson } from '../../session/use-person.ts'
import type { Kind } from '../../study/kind.ts'
import { useSearchElsewhere } from '../../study/use-search-elsewhere.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchX } from '../../ui/icons.ts'
import { ALL_ITEMS, ItemList } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { FoundCard } from './found-card.tsx'
import { announceSearch, useWritingSearch } from './use-writing-search.ts'
import { NO_FILTER, SPANS, type Span, type WritingFilter, writingAsked } from './writing-asked.ts'

/** Fetched when the person chooses days. */
const DateField = lazy(() => import('../../ui/date-field.tsx'))

const COLORS = [SETTINGS_COLOR, ...Object.values(HIGHLIGHT_COLORS)]
/** Less than the server keeps what it read, in milliseconds. */
const ANNOUNCED_MS = 8 * 60_000
const NOTHING = { list: ALL_ITEMS, filter: NO_FILTER }

type FilterProps = { readonly filter: WritingFilter; readonly onFilter: (filter: WritingFilter) => void }

const Filters = ({ filter, onFilter }: FilterProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const day = (name: 'first' | 'last') => (
    <div className="flex min-w-0 flex-1 items-center gap-2 text-sm text-muted wide:flex-none">
      <label htmlFor={`${id}-${name}`}>{t(`writing.${name}`)}</label>
      <DateField
        id={`${id}-${name}`}
        day={filter[name]}
        onDay={(chosen) => onFilter({ ...filter, [name]: chosen })}
        none={t('writing.anyDay')}
        className="min-w-0"
      />
    </div>
  )
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <FilterSelect label={t('writing.book')} value={filter.book} onChange={(book) => onFilter({ ...filter, book })}>
        <option value="">{t('writing.anyBook')}</option>
        {BOOKS.map((one) => (
          <option key={one.index} value={one.name.en}>
            {bookName(one, language)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('writing.color')}
        value={filter.color}
        onChange={(color) => onFilter({ ...filter, color })}
      >
        <option value="">{t('writing.anyColor')}</option>
        {COLORS.map((one) => (
          <option key={one} value={one}>
            {colorName(t, one === SETTINGS_COLOR ? null : one)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('writing.time')}
        value={filter.span}
        onChange={(span) => onFilter({ ...filter, span: span as Span })}
      >
        <option value="">{t('writing.anyTime')}</option>
        {(Object.keys(SPANS) as (keyof typeof SPANS)[]).map((span) => (
          <option key={span} value={span}>
            {t(`writing.span.${span}`)}
          </option>
        ))}
        <option value="days">{t('writing.span.days')}</option>
      </FilterSelect>
      <Fetched>
        {filter.span === 'days' && (
          <>
            {day('first')}
            {day('last')}
          </>
        )}
      </Fetched>
    </div>
  )
}

type Props = {
  readonly kinds: readonly Kind[]
  /** What is shown as long as nothing is looked for. */
  readonly children: ReactNode
}

/** One search over everything that the person wrote, of whatever kind: by words, book, colour and time. */
export const WritingSearch = ({ kinds, children }: Props) => {
  const { t } = useTranslation()
  const user = usePerson()
  const yours = useHighlightColor(user)
  // A person who comes back from what was found finds the search as they left it. It is their
  // words: so it is not in the address.
  const { state: view, setState: setView } = useVisit(user.id, NOTHING)
  const elsewhere = useSearchElsewhere(view.list.query)
  const asked = useMemo(() => writingAsked(view.list.query, view.filter, new Date()), [view])
  const words = useMemo(() => wordsToFind(view.list.query), [view.list.query])
  const { items, isSearching, isHere, error, retry, more } = useWritingSearch(user, asked)
  // What the server reads for a search it keeps for a while (docs/decisions/0033): it begins when the page is opened, and
  // again when somebody comes back to the search of a page that was open for long.
  const announced = useRef(Number.NEGATIVE_INFINITY)
  const announce = () => {
    const now = performance.now()
    if (now - announced.current > ANNOUNCED_MS) announceSearch()
    announced.current = now
  }
  useEffect(announce, [])
  return (
    <div className="contents" onFocusCapture={announce}>
      <ItemList
        words={{
          search: t('writing.search'),
          empty: '',
          emptyText: '',
          noMatch: t('writing.noMatch'),
          showAll: t('writing.end'),
          count: (count) => t('writing.count', { count }),
          searching: t('writing.searching'),
          more: t('writing.more'),
          loading: t('loading'),
          tryAgain: t('tryAgain'),
        }}
        longest={FIND_MAX}
        icon={SearchX}
        whenEmpty={null}
        items={items}
        isEmpty={false}
        isSearching={isSearching}
        hint={isHere ? t('writes.here') : null}
        problem={error && (sayProblem(t, error) ?? t('writing.failed'))}
        onRetry={retry}
        onMore={more}
        elsewhere={elsewhere}
        view={view.list}
        onView={(list) => setView({ ...view, list })}
        idle={asked ? null : children}
        filters={{
          onEnd: () => setView(NOTHING),
          controls: (
            <Filters
              filter={view.filter}
              onFilter={(filter) => setView({ list: { ...ALL_ITEMS, query: view.list.query }, filter })}
            />
          ),
        }}
        card={(found) => <FoundCard found={found} kinds={kinds} words={words} yours={yours} />}
      />
    </div>
  )
}
