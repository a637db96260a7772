import { findableHighlight } from '@pathlight/contracts/find-rules.ts'
import { HIGHLIGHT_COLORS, SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import type { Highlight } from '@pathlight/contracts/highlights.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { COLOR_NAMES, colorName } from '../../look/highlight-color-names.ts'
import { useHighlightColor } from '../../session/settings-query.ts'
import { usePerson } from '../../session/use-person.ts'
import { MyItems, useUnsavedWrites } from '../../study/list/my-items.tsx'
import { type ListKind, useItemList, withTag } from '../../study/use-item-list.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Highlighter } from '../../ui/icons.ts'
import { ALL_ITEMS, type ItemListView } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { HighlightCard } from './highlight-card.tsx'
import { highlightWrites } from './highlight-writes.ts'

/** `color`: #RRGGBB or SETTINGS_COLOR; '' for any. `book`: the English name of a book; '' for any. */
type HighlightFilter = { readonly color: string; readonly book: string }

const highlightList = ({ color, book }: HighlightFilter): ListKind<Highlight> => ({
  writes: highlightWrites,
  path: '/api/highlight/user',
  findable: findableHighlight,
  only: {
    asked: { ...(color && { color }), ...(book && { book }) },
    has: (item) => (color === '' || (item.color ?? SETTINGS_COLOR) === color) && (book === '' || item.book === book),
  },
})

const COLORS = [SETTINGS_COLOR, ...COLOR_NAMES.map((name) => HIGHLIGHT_COLORS[name])]

type View = { readonly list: ItemListView; readonly filter: HighlightFilter }
const EVERYTHING: View = { list: ALL_ITEMS, filter: { color: '', book: '' } }

/** The page /my-memos/highlights: all highlights, newest first, with a search and filters by colour and book. */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const yours = useHighlightColor(user)
  // A person who comes back from a highlight finds the list as they left it.
  const { isBack, state: view, setState: setView } = useVisit(user.id, EVERYTHING)
  const { color, book } = view.filter
  const { tag } = view.list
  const kind = useMemo(() => withTag(highlightList({ color, book }), tag), [color, book, tag])
  const list = useItemList(user, kind, view.list.query, isBack)
  const writeOf = useUnsavedWrites(highlightWrites, user.id)
  const filter = (change: Partial<HighlightFilter>) =>
    setView({ list: { ...view.list, ...ALL_ITEMS, query: view.list.query }, filter: { ...view.filter, ...change } })
  return (
    <MyItems
      kind={highlightWrites}
      words="myHighlights"
      failed={t('myHighlights.failed')}
      icon={Highlighter}
      list={{ ...list, isEmpty: list.isEmpty && color === '' && book === '' }}
      view={view.list}
      onView={(list) => setView({ ...view, list })}
      filters={{
        onEnd: () => setView(EVERYTHING),
        controls: (
          <>
            <FilterSelect
              label={t('myHighlights.color')}
              value={color}
              onChange={(chosen) => filter({ color: chosen })}
            >
              <option value="">{t('myHighlights.anyColor')}</option>
              {COLORS.map((one) => (
                <option key={one} value={one}>
                  {colorName(t, one === SETTINGS_COLOR ? null : one)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect label={t('myHighlights.book')} value={book} onChange={(chosen) => filter({ book: chosen })}>
              <option value="">{t('myHighlights.anyBook')}</option>
              {BOOKS.map((one) => (
                <option key={one.index} value={one.name.en}>
                  {bookName(one, language)}
                </option>
              ))}
            </FilterSelect>
          </>
        ),
      }}
      card={(highlight) => <HighlightCard highlight={highlight} yours={yours} write={writeOf(highlight)} />}
    />
  )
}
