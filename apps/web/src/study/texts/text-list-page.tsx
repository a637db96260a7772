import { type ComponentType, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerson } from '../../session/use-person.ts'
import { ALL_ITEMS } from '../../ui/item-list.tsx'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import { useVisit } from '../../ui/use-visit.ts'
import type { WholeProps } from '../editor/edited-kind.ts'
import { type ListName, MyItems, useRefusedFirst, useUnsavedWrites } from '../list/my-items.tsx'
import { type ListKind, useItemList, withTag } from '../use-item-list.ts'
import { TextCard } from './text-card.tsx'
import type { TextItem } from './text-drafts.ts'

/** Memoized: a card is rendered again only when its text or its write changes. */
const Card = memo(TextCard) as typeof TextCard

type Props<I extends TextItem> = {
  readonly Whole: ComponentType<WholeProps<I>>
  readonly list: ListKind<I>
  /** The beginning of the translation keys of the page's words. */
  readonly words: ListName<'failed'>
  readonly icon: LucideIcon
}

/** The list page of a kind of texts: every text, newest first, with a search and a link to each passage. */
export const TextListPage = <I extends TextItem>({ Whole, list, words, icon }: Props<I>) => {
  const { t } = useTranslation()
  const user = usePerson()
  // A person who comes back from a text finds the list as they left it.
  const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const some = useMemo(() => withTag(list, view.tag), [list, view.tag])
  const all = useItemList(user, some, view.query, isBack)
  const items = useRefusedFirst(all, list.writes, user.id, view)
  const writeOf = useUnsavedWrites(list.writes, user.id)
  return (
    <MyItems
      kind={list.writes}
      words={words}
      failed={t(`${words}.failed`)}
      icon={icon}
      list={items}
      view={view}
      onView={setView}
      card={(item) => <Card<I> item={item} write={writeOf(item)} Whole={Whole} />}
    />
  )
}
