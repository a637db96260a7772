import type { User } from '@pathlight/contracts/accounts.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import type { TFunction } from 'i18next'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import type { Say } from '../../ui/status-message.tsx'
import { followWrite } from '../follow-write.ts'
import { offerUndo } from '../offer-undo.ts'

/** Gives a saved item other tags at once. One that was taken away can be brought back. */
export const changeTags = <I extends Item & Tagged>(
  kind: WriteKind<I>,
  owner: Pick<User, 'id'>,
  item: I,
  tags: readonly string[],
  { t, say }: { readonly t: TFunction; readonly say: Say },
): void => {
  const key = pendingWrites.add(kind, owner.id, { base: item, wanted: { ...item, tags } })
  const taken = item.tags?.find((tag) => !tags.includes(tag))
  const undo =
    taken === undefined
      ? null
      : offerUndo(kind, owner.id, [{ key, seen: item }], {
          ...{ t, say },
          done: t('tags.taken', { tag: taken }),
          otherwise: t('tags.undoFailed'),
        })
  followWrite(kind, owner.id, key, { t, say, otherwise: t('tags.failed'), ...(undo && { onRefused: undo }) })
}
