import type { User } from '@pathlight/contracts/accounts.ts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type Item, isRefused } from '../api/pending-write.ts'
import { usePendingWrites } from '../api/use-pending-writes.ts'
import { keptWork } from '../device/kept-work.ts'
import { sayProblem } from '../locales/server-message.ts'
import { useSession, useSessionChecked } from '../session/use-session.ts'
import { ChevronLeft } from '../ui/icons.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { draftsAt, editDraftKey } from './draft-keys.ts'
import { type ItemKind, useItem } from './use-item.ts'

/** The item that its page shows. `item`: null for a new item. */
export type OpenItem<I> = {
  readonly owner: User
  readonly id: string
  readonly isNew: boolean
  readonly item: I | null
}

type Props<I extends Item> = {
  readonly kind: ItemKind<I>
  /** Whether the item is complete. An item from a list may lack fields. */
  readonly isWhole?: (item: I) => boolean
  /** The path of the kind's list page, and the page's name. */
  readonly list: string
  readonly name: string
  /** The messages for an item that could not be fetched, and for one that does not exist. */
  readonly failed: string
  readonly gone: string
  /** Shown to a visitor. */
  readonly please: ReactNode
  readonly children: (open: OpenItem<I>) => ReactNode
}

export const BackToList = ({ list, name }: Pick<Props<Item>, 'list' | 'name'>) => (
  <Link to={list} className="control quiet mb-1 -ml-4 print:hidden!">
    <ChevronLeft size={18} strokeWidth={1.8} aria-hidden />
    {name}
  </Link>
)

/** Whether this device has unsaved words of the item, in a draft or in a refused write. */
const useWordsHere = <I extends Item>({ name, writes }: ItemKind<I>, userId: string, id: string): boolean => {
  const draftKey = editDraftKey(name, userId, id)
  const hasDraft = useSyncExternalStore(
    keptWork.subscribe,
    () => draftsAt(draftKey).length > 0,
    () => false,
  )
  const refused = usePendingWrites(writes, userId).filter(isRefused)
  return hasDraft || refused.some(({ itemId, wanted }) => itemId === id && wanted !== null)
}

/** A page with a message in place of the item. */
const Instead = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <PageHead title={name} />
    <h1 className="mb-4 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold">{name}</h1>
    {children}
  </>
)

const ItemOf = <I extends Item>(props: Props<I> & Omit<OpenItem<I>, 'item'>) => {
  const { owner, id, isNew, kind, isWhole = () => true, list, name, failed, gone, children } = props
  const { t } = useTranslation()
  const { item, error, refetch } = useItem(kind, owner, id)
  const hasWordsHere = useWordsHere(kind, owner.id, id)
  const whole = item && isWhole(item) ? item : null
  // The item and unsaved words stay on the page if another device removes the item.
  const [known, setKnown] = useState<I | null>(null)
  if (whole && whole !== known) setKnown(whole)
  const shown = whole ?? (isNew ? null : known)
  if (shown || isNew) return children({ owner, id, isNew, item: shown })
  if (!error && item !== null) return <LoadingText />
  // The unsaved words are edited as a new item. If the item exists after all, the editor continues it.
  if (hasWordsHere) return <Navigate to="?new" replace />
  return (
    <Instead name={name}>
      <Notice
        tone="error"
        title={(error && sayProblem(t, error)) ?? (error ? failed : gone)}
        onRetry={refetch}
        actions={
          <Link to={list} className="control plain">
            {name}
          </Link>
        }
      />
    </Instead>
  )
}

/**
 * The page of an item, new (`?new`) or saved. A new item is a draft on this device until it is saved. If an item at
 * `?new` exists already, it is edited.
 */
export const ItemPage = <I extends Item>(props: Props<I>) => {
  const { id = '' } = useParams()
  const [asked] = useSearchParams()
  const user = useSession()
  const checked = useSessionChecked()
  // A person whose session ends can continue to write, so the owner stays.
  const [owner, setOwner] = useState(user)
  if (user && user.id !== owner?.id) setOwner(user)
  if (!checked) return <LoadingText />
  if (!owner) return <Instead name={props.name}>{props.please}</Instead>
  return <ItemOf key={`${owner.id} ${id}`} {...props} owner={owner} id={id} isNew={asked.has('new')} />
}
