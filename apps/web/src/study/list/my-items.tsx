import { lazy, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Item, isRefused, type PendingWrite, type WriteKind } from '../../api/pending-write.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import type { CatalogueWords } from '../../locales/catalogues.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { ALL_ITEMS, Cards, ItemList, type ItemListView } from '../../ui/item-list.tsx'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import type { ItemList as Items } from '../use-item-list.ts'
import { useSearchElsewhere } from '../use-search-elsewhere.tsx'

const TagFilter = lazy(() => withWords(['tags'], () => import('../tags/tag-filter.tsx')))

type WithKeys<Words, Keys extends string> = {
  [Name in keyof Words]: Words[Name] extends { readonly [_ in Keys]: string } ? Name : never
}[keyof Words]
/** The first part of the keys of a list page's words: `myNotes`. `More`: further keys that the words must have. */
export type ListName<More extends string = never> = {
  [Name in keyof CatalogueWords]: WithKeys<CatalogueWords[Name], 'showAll' | 'count_one' | More>
}[keyof CatalogueWords]

type Props<I extends Item> = {
  readonly kind: Pick<WriteKind<I>, 'name' | 'history'>
  /** The beginning of the translation keys of the page's words. */
  readonly words: ListName
  /** The message if the items could not be fetched and the server gave no reason. */
  readonly failed: string
  readonly icon: LucideIcon
  readonly list: Omit<Items<I>, 'items'> & { readonly items: readonly I[] | undefined }
  readonly view: ItemListView
  readonly onView: (view: ItemListView) => void
  /** Further filters, between the search field and the filter by tag. `onEnd` clears them. */
  readonly filters?: { readonly controls: ReactNode; readonly onEnd: () => void }
  readonly card: (item: I) => ReactNode
  /** The page has its own button to begin an item. No other button of the page is then filled. */
  readonly isBegunHere?: boolean
}

/** A page with all of a person's items of a kind, with a search and filters. */
export const MyItems = <I extends Item>({
  kind,
  words,
  failed,
  icon,
  list,
  filters,
  card,
  isBegunHere = false,
  ...rest
}: Props<I>) => {
  const { t } = useTranslation()
  const elsewhere = useSearchElsewhere(rest.view.query)
  const { isHere, error, retry, more, ...items } = list
  const { view, onView } = rest
  return (
    <ItemList
      words={{
        search: t(`${words}.search`),
        empty: t(`${words}.empty`),
        emptyText: t(`${words}.emptyText`),
        noMatch: t(`${words}.noMatch`),
        showAll: t(`${words}.showAll`),
        count: (count) => t(`${words}.count`, { count }),
        searching: t('myMemos.searching'),
        more: t('myMemos.more'),
        loading: t('loading'),
      }}
      icon={icon}
      whenEmpty={
        <Link to="/bible-reading" className={`control ${isBegunHere ? 'plain' : 'primary'}`}>
          {t('myMemos.startReading')}
        </Link>
      }
      {...items}
      isEmpty={items.isEmpty && !view.tag}
      list={(shown) => <Cards items={shown} card={card} />}
      hint={isHere ? t('writes.here') : null}
      problem={error && (sayProblem(t, error) ?? failed)}
      onRetry={retry}
      onMore={more}
      elsewhere={elsewhere}
      filters={{
        onEnd: filters?.onEnd ?? (() => onView(ALL_ITEMS)),
        controls: (
          <div className="mb-4 flex flex-wrap items-center gap-3 empty:hidden">
            {filters?.controls}
            <Fetched>
              <TagFilter
                kind={kind}
                value={view.tag ?? ''}
                onChange={(tag) => onView({ ...ALL_ITEMS, query: view.query, tag })}
              />
            </Fetched>
          </div>
        ),
      }}
      {...rest}
    />
  )
}

/** Returns a function that finds an item's write if it waits, is being sent or was refused. */
export const useUnsavedWrites = <I extends Item>(
  kind: WriteKind<I>,
  userId: string,
): ((item: I) => PendingWrite<I> | undefined) => {
  const writes = usePendingWrites(kind, userId)
  return ({ id }) => writes.find(({ itemId, state }) => itemId === id && state.status !== 'saved')
}

/**
 * A list that begins with items whose writes were refused, which only this device has. With a search or a filter the
 * list stays as it is.
 */
export const useRefusedFirst = <I extends Item>(
  list: Items<I>,
  kind: WriteKind<I>,
  userId: string,
  { query, tag }: ItemListView,
): Items<I> => {
  const writes = usePendingWrites(kind, userId)
  const refused = useMemo(() => writes.filter(isRefused).flatMap(({ wanted }) => (wanted ? [wanted] : [])), [writes])
  const { items, isEmpty } = list
  const isSearch = query.trim() !== '' || Boolean(tag)
  const all = useMemo(() => {
    if (!items || isSearch || refused.length === 0) return items
    const ids = new Set(refused.map(({ id }) => id))
    return [...refused, ...items.filter(({ id }) => !ids.has(id))]
  }, [items, refused, isSearch])
  return { ...list, items: all, isEmpty: isEmpty && refused.length === 0 }
}
