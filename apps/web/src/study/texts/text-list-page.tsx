import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PendingWrite } from '../../api/pending-write.ts'
import { usePerson } from '../../session/use-person.ts'
import { ALL_ITEMS } from '../../ui/item-list.tsx'
import type { LucideIcon } from '../../ui/lucide-icon.ts'
import { useVisit } from '../../ui/use-visit.ts'
import { type ListName, MyItems, useRefusedFirst, useUnsavedWrites } from '../list/my-items.tsx'
import { type ListKind, useItemList } from '../use-item-list.ts'
import { TextCard } from './text-card.tsx'
import type { TextItem } from './text-drafts.ts'
import type { TextKind } from './text-kind.ts'

type Options<I extends TextItem> = {
  /** What begins the words of the page. */
  readonly words: ListName<'searching' | 'failed'>
  readonly icon: LucideIcon
  /** Where the server gives the list. */
  readonly path: ListKind<I>['path']
  /** By what words a text is found. */
  readonly findable: ListKind<I>['findable']
}

/** Makes the list page of a kind of texts: every text, newest first, to search and to go to. */
export const textListPage = <I extends TextItem>(
  { writes, Whole }: TextKind<I>,
  { words, icon, path, findable }: Options<I>,
) => {
  const kind: ListKind<I> = { writes, path, findable }
  const Card = memo(({ item, write }: { item: I; write: PendingWrite<I> | undefined }) => (
    <TextCard<I> item={item} write={write} Whole={Whole} />
  ))
  return () => {
    const { t } = useTranslation()
    const user = usePerson()
    // A person who comes back from a text finds the list as they left it.
    const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
    const list = useRefusedFirst(useItemList(user, kind, view.query, isBack), writes, user.id, view.query)
    const writeOf = useUnsavedWrites(writes, user.id)
    return (
      <MyItems
        words={words}
        searching={t(`${words}.searching`)}
        failed={t(`${words}.failed`)}
        icon={icon}
        list={list}
        view={view}
        onView={setView}
        card={(item) => <Card item={item} write={writeOf(item)} />}
      />
    )
  }
}
