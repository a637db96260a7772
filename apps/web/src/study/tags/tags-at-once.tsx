import type { User } from '@pathlight/contracts/accounts.ts'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { useTranslation } from 'react-i18next'
import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { followWrite } from '../follow-write.ts'
import { offerUndo } from '../offer-undo.ts'
import TagField from './tag-field.tsx'

type Props = {
  // biome-ignore lint/suspicious/noExplicitAny: no other type fits the items of all kinds
  readonly kind: WriteKind<any>
  readonly owner: Pick<User, 'id'>
  readonly item: Item & Tagged
}

/** The tags of an item without an editor. Each change is saved at once, and the removal of a tag can be undone. */
const TagsAtOnce = ({ kind, owner, item }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const change = (tags: readonly string[]) => {
    const key = pendingWrites.add(kind, owner.id, { base: item, wanted: { ...item, tags } })
    const taken = item.tags?.find((tag) => !tags.includes(tag))
    const onRefused =
      taken === undefined
        ? null
        : offerUndo(kind, owner.id, [{ key, seen: item }], {
            ...{ t, say },
            done: t('tags.taken', { tag: taken }),
          })
    followWrite(kind, owner.id, key, { t, say, otherwise: t('tags.failed'), ...(onRefused && { onRefused }) })
  }
  return <TagField focused owner={owner} tags={item.tags ?? []} onChange={change} />
}
export default TagsAtOnce
