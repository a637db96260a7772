import type { User } from '@pathlight/contracts/accounts.ts'
import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import type { TFunction } from 'i18next'
import { pendingWrites } from '../../api/pending-writes.ts'
import { followWrite } from '../../study/follow-write.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import type { Say } from '../../ui/status-message.tsx'
import { bookmarkWrites } from './bookmark-writes.ts'

/**
 * Adds a bookmark, which appears at once (specification section 5). If `known`, the present bookmarks, already contains
 * the bookmark, the person is told instead. Returns whether the bookmark was added.
 */
export const addBookmark = (
  owner: User,
  fresh: Bookmark,
  known: readonly Bookmark[] | undefined,
  { t, say }: { readonly t: TFunction; readonly say: Say },
): boolean => {
  if (known?.some(({ id }) => id === fresh.id)) {
    say(t('server.bookmark_exists'), 'error')
    return false
  }
  const key = pendingWrites.add(bookmarkWrites, owner.id, { base: null, wanted: fresh })
  followWrite(bookmarkWrites, owner.id, key, { t, say, otherwise: t('bookmarks.addFailed') })
  return true
}

/** Removes a bookmark at once, and offers an undo. `heading`: the bookmark's name in the message. */
export const removeBookmark = (
  owner: User,
  bookmark: Bookmark,
  heading: string,
  { t, say }: { readonly t: TFunction; readonly say: Say },
): void => {
  const key = pendingWrites.add(bookmarkWrites, owner.id, { base: bookmark, wanted: null })
  const onRefused = offerUndo(bookmarkWrites, owner.id, [{ key, seen: bookmark }], {
    ...{ t, say },
    done: t('bookmarks.removed', { heading }),
  })
  followWrite(bookmarkWrites, owner.id, key, { t, say, otherwise: t('bookmarks.deleteFailed'), onRefused })
}
