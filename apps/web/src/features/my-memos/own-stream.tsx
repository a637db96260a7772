import { FIND_MAX, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { HIGHLIGHT_COLORS, SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { lazy, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chapterHeading } from '../../bible/passage-names.ts'
import { formatDay } from '../../locales/format-date.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { colorName } from '../../look/highlight-color-names.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import { usePerson } from '../../session/use-person.ts'
import type { Kind } from '../../study/kind.ts'
import { OwnCard } from '../../study/own-words/own-card.tsx'
import { byChapter, type OwnCard as Own, ownCards } from '../../study/own-words/own-cards.ts'
import { announceSearch, useWritingSearch } from '../../study/own-words/use-writing-search.ts'
import { Chip } from '../../ui/chip.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { NotebookPen } from '../../ui/icons.ts'
import { ALL_ITEMS, ItemList } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { byDay } from './by-day.ts'
import { NO_FILTER, SPANS, type Span, type WritingFilter, writingAsked } from './writing-asked.ts'

/** The code of the date fields is fetched when the person filters by days. */
const DateField = lazy(() => import('../../ui/date-field.tsx'))
/** BibleFound and WordsMarked are fetched with the first search. */
const BibleFound = lazy(() => import('./bible-found.tsx'))
const WordsMarked = lazy(() => import('./words-marked.tsx'))
const TagFilter = lazy(() => withWords(['tags'], () => import('../../study/tags/tag-filter.tsx')))

const COLORS = [SETTINGS_COLOR, ...Object.values(HIGHLIGHT_COLORS)]
/**
 * `announceSearch` tells the server that a search may come. The server then reads the person's items and keeps them in
 * memory until ten minutes pass without a search (docs/decisions/0033). This page calls it when the first items are
 * shown, and again when a control gets the focus more than ANNOUNCED_MS after the last call (in milliseconds).
 */
const ANNOUNCED_MS = 8 * 60_000
const ORDERS = ['passage', 'day'] as const
type Order = (typeof ORDERS)[number]

type FilterProps = {
  readonly kinds: readonly Kind[]
  readonly filter: WritingFilter
  readonly onFilter: (change: Partial<WritingFilter>) => void
  readonly order: Order
  readonly onOrder: (order: Order) => void
  /** Whether the page is a tag's own page, on which all items have the tag. */
  readonly isOfTag: boolean
}

const Filters = ({ kinds, filter, onFilter, order, onOrder, isOfTag }: FilterProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const day = (name: 'first' | 'last') => (
    <div className="min-w-0 flex-1 wide:max-w-48">
      <DateField
        label={t(`writing.${name}`)}
        day={filter[name]}
        none={t('writing.anyDay')}
        onDay={(picked) => onFilter({ [name]: picked })}
      />
    </div>
  )
  return (
    <>
      <fieldset className="scroll-row mb-1.5">
        <legend className="sr-only">{t('writing.kind')}</legend>
        <Chip pressed={filter.kind === ''} onPress={() => onFilter({ kind: '' })}>
          {t('writing.all')}
        </Chip>
        {kinds.map(({ name }) => (
          <Chip key={name} pressed={filter.kind === name} onPress={() => onFilter({ kind: name })}>
            {t(`kinds.${name}.label`)}
          </Chip>
        ))}
      </fieldset>
      <div className="scroll-row mb-4 *:flex-none">
        <FilterSelect label={t('writing.book')} value={filter.book} onChange={(book) => onFilter({ book })}>
          <option value="">{t('writing.anyBook')}</option>
          {BOOKS.map((one) => (
            <option key={one.index} value={one.name.en}>
              {bookName(one, language)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label={t('writing.color')} value={filter.color} onChange={(color) => onFilter({ color })}>
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
          onChange={(span) => onFilter({ span: span as Span })}
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
          {!isOfTag && (
            <TagFilter
              kind={kinds.find(({ name }) => name === filter.kind)}
              value={filter.tag}
              onChange={(tag) => onFilter({ tag })}
            />
          )}
        </Fetched>
        <span className="wide:grow" />
        <FilterSelect label={t('writing.order')} value={order} onChange={(chosen) => onOrder(chosen as Order)}>
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {t(`writing.by.${one}`)}
            </option>
          ))}
        </FilterSelect>
      </div>
      {filter.span === 'days' && (
        <div className="mb-3 flex flex-wrap gap-3">
          <Fetched loading={<div className="h-17" />}>
            {day('first')}
            {day('last')}
          </Fetched>
        </div>
      )}
    </>
  )
}

/**
 * The cards under headings: by chapter (in the book's order if only one book is shown), or by the day on which they
 * were made.
 */
const useGroups = (cards: readonly Own[], order: Order, isOneBook: boolean) => {
  const language = useLanguage()
  const { t } = useTranslation()
  return useMemo(() => {
    if (order === 'day')
      return byDay(
        cards.map((card) => ({ at: card.created_at, card })),
        (at) => formatDay(at, language),
      ).map(({ key, day, rows }) => ({ key, heading: day, cards: rows.map(({ card }) => card) }))
    const chapters = byChapter(cards)
    return (isOneBook ? chapters.toSorted((a, b) => a.chapter - b.chapter) : chapters).map(
      ({ key, book, chapter, cards: inChapter }) => ({
        ...{ key, cards: inChapter },
        // The heading of cards without a passage is their kind.
        heading: book ? chapterHeading(book, chapter, language) : t(`kinds.${inChapter[0]?.kind ?? 'pads'}.label`),
      }),
    )
  }, [cards, order, isOneBook, language, t])
}

type GroupsProps = {
  readonly cards: readonly Own[]
  readonly order: Order
  readonly isOneBook: boolean
  readonly kinds: readonly Kind[]
  /** The searched words, from wordsToFind. */
  readonly words: readonly string[]
}

const Groups = ({ cards, order, isOneBook, kinds, words }: GroupsProps) => {
  const { t } = useTranslation()
  const yours = useHighlightColor(usePerson())
  const mark = (text: string) => (
    <Fetched instead={text}>
      <WordsMarked text={text} words={words} />
    </Fetched>
  )
  return useGroups(cards, order, isOneBook).map(({ key, heading, cards: under }) => (
    <section key={key} aria-label={heading} className="mb-7">
      <h2 className="border-b border-line pb-2 font-scripture text-lg font-semibold first-letter:uppercase">
        {heading}
        <span className="ml-2 font-ui text-sm font-normal text-muted">
          {t('writing.ofYours', { count: under.reduce((sum, { verses }) => sum + verses, 0) })}
        </span>
      </h2>
      <ul>
        {under.map((card) => (
          <li key={`${card.kind} ${card.id}`} className="border-line not-first:border-t">
            <OwnCard {...{ card, kinds, yours }} inChapter={order === 'passage'} {...(words.length > 0 && { mark })} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

type Props = {
  readonly kinds: readonly Kind[]
  /** Only items with this tag are shown. An empty string means any items. */
  readonly tag?: string | undefined
}

/**
 * The person's items of every kind, by passage or by day. They can be searched (together with the Bible), and filtered
 * by kind, book, colour, tag and time.
 */
export const OwnStream = ({ kinds, tag = '' }: Props) => {
  const { t } = useTranslation()
  const user = usePerson()
  const nothing = { list: ALL_ITEMS, filter: { ...NO_FILTER, tag } }
  // A person who returns from a result finds the search as they left it. The search has their words, so it is not in
  // the address.
  const { state: view, setState: setView } = useVisit(user.id, { ...nothing, order: 'passage' as Order })
  const { list, filter, order } = view
  const asked = useMemo(() => writingAsked(list.query, filter, new Date()), [list.query, filter])
  const words = useMemo(() => wordsToFind(list.query), [list.query])
  const { items, isSearching, isHere, error, retry, more } = useWritingSearch(user, asked)
  const announced = useRef(Number.NEGATIVE_INFINITY)
  const announce = () => {
    const now = performance.now()
    if (now - announced.current <= ANNOUNCED_MS) return
    announced.current = now
    announceSearch()
  }
  const isShown = items !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces once, when the first items are shown
  useEffect(() => {
    if (isShown) announce()
  }, [isShown])
  const isEverything = Object.keys(asked).length === (tag ? 1 : 0)
  return (
    <div className="contents" onFocusCapture={announce}>
      <ItemList
        words={{
          search: t('writing.search'),
          empty: t(tag ? 'writing.noTag' : isHere ? 'writing.emptyHere' : 'writing.empty'),
          emptyText: t('writing.emptyText'),
          noMatch: t('writing.noMatch'),
          showAll: t('writing.end'),
          count: (count) => t('writing.count', { count }),
          searching: t('writing.searching'),
          more: t('writing.more'),
          loading: t('loading'),
        }}
        longest={FIND_MAX}
        icon={NotebookPen}
        whenEmpty={
          <Link to="/bible-reading" className="control primary">
            {t('myMemos.startReading')}
          </Link>
        }
        items={items}
        isEmpty={isEverything && !isSearching && items?.length === 0}
        isSearching={isSearching}
        hint={isHere ? t('writes.here') : null}
        problem={error && (sayProblem(t, error) ?? t('writing.failed'))}
        onRetry={retry}
        onMore={more}
        view={list}
        onView={(changed) => setView({ ...view, list: changed })}
        filters={{
          onEnd: () => setView({ ...view, ...nothing }),
          controls: (
            <>
              <Filters
                {...{ kinds, filter, order }}
                isOfTag={tag !== ''}
                onFilter={(change) =>
                  setView({ ...view, list: { ...ALL_ITEMS, query: list.query }, filter: { ...filter, ...change } })
                }
                onOrder={(chosen) => setView({ ...view, order: chosen })}
              />
              <Fetched>{words.length > 0 && <BibleFound query={list.query} />}</Fetched>
            </>
          ),
        }}
        list={(shown) => <Groups cards={ownCards(shown)} {...{ order, kinds, words }} isOneBook={filter.book !== ''} />}
      />
    </div>
  )
}
