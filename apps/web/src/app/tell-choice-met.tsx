import type { User } from '@pathlight/contracts/accounts.ts'
import type { ItemHistory, Revision } from '@pathlight/contracts/history.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Any, Item } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { read } from '../api/request.ts'
import { deviceName } from '../study/history/device-in-words.ts'
import { useRestore } from '../study/history/use-restore.ts'
import { useStatusMessage } from '../ui/status-message.tsx'
import { HISTORIES } from './histories.ts'

/**
 * Whether the person's choice on this device (`wanted`) differs from the other device's earlier choice (`before`). A
 * removal (null) always differs.
 */
const differs = (before: object, wanted: object | null): boolean =>
  wanted === null ||
  Object.entries(wanted).some(
    ([name, value]) =>
      name !== 'id' && name !== 'revision' && value !== (before as Readonly<Record<string, unknown>>)[name],
  )

/**
 * Whether the person had not seen a change when they made the write. Settings have no revision, so the time of the
 * change decides.
 */
const isUnseen = ({ revision, at }: Revision, { base, madeAt }: Any): boolean =>
  base?.revision === undefined ? at >= madeAt : revision > base.revision

/** The number of revisions among which the other device's choice is looked for. This device may have made the latest. */
const LOOKED_THROUGH = 20
/** The other devices' revisions that the person was told of. Several writes may have overwritten the same revision. */
const told = new Set<string>()

type Props = { readonly user: User; readonly write: Any; readonly kind: HistoryKind }

/**
 * Renders nothing. Checks a write that the server has decided. Tells the person once if the write overwrote another
 * device's choice, or if another device removed the write's item. The message offers to take the other device's choice,
 * or to restore the item with the person's choice.
 */
const ChoiceMetMessage = ({ user, write, kind }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const restore = useRestore(user)
  const { itemId: id, wanted, key, state } = write

  /** Restores the item and then applies the person's change to it. */
  const keepMine = useEffectEvent((removal: Revision) => {
    const history = HISTORIES.find((one) => one.kind === kind)
    const reapply = (restored: Item) => {
      const writes = { name: write.kind, lane: () => write.lane }
      if (wanted) pendingWrites.add(writes, user.id, { base: restored, wanted: { ...restored, ...wanted } })
    }
    if (history)
      restore.mutate(
        { history, id, revision: removal.revision, ifMatch: removal.revision },
        { onSuccess: (restored) => reapply(restored as Item) },
      )
  })
  const revisionsOf = (limit: number) =>
    read<ItemHistory>(`/api/history/${kind}/${encodeURIComponent(id)}?limit=${limit}`)
  const takeThat = useEffectEvent(async (before: Revision, ours: Revision) => {
    const history = HISTORIES.find((one) => one.kind === kind)
    // This device may have sent another write meanwhile. If the latest change is another device's, it is not replaced.
    const [last] = await revisionsOf(1).then(
      ({ revisions }) => revisions,
      () => [],
    )
    const { revision: ifMatch } = last?.device.current ? last : ours
    if (history) restore.mutate({ history, id, revision: before.revision, ifMatch })
  })
  /** If the item is gone, says that the write stays on this device, where My Pathlight lists it. */
  const sayKept = useEffectEvent(() => {
    if (state.status === 'gone') say(t('writes.told'), 'error')
  })
  const checkHistory = useEffectEvent(async () => {
    const { revisions } = await revisionsOf(LOOKED_THROUGH)
    const [last] = revisions
    const before = revisions.find(({ device }) => !device.current)
    const whereOf = ({ device }: Revision) => ({ where: deviceName(t, device.label) })
    if (state.status === 'gone') {
      if (last?.action !== 'removed') return sayKept()
      // This message reports the removal, so the failed write need not be listed as well.
      pendingWrites.drop(key)
      const offer = { label: t('sync.keepMine'), act: () => keepMine(last) }
      return say(t('sync.goneMet', whereOf(last)), 'ok', offer)
    }
    if (!last?.device.current || !before) return
    if (!isUnseen(before, write) || !differs(before.item, wanted)) return
    const met = `${user.id} ${kind} ${id} ${before.revision}`
    if (told.has(met)) return
    told.add(met)
    const offer = { label: t('sync.takeThat'), act: () => void takeThat(before, last) }
    say(t(wanted === null ? 'sync.removedMet' : 'sync.choiceMet', whereOf(before)), 'ok', offer)
  })
  useEffect(() => {
    // This component reports a lost choice, so WriteWatch must not.
    if (state.status === 'gone') pendingWrites.attend(key)
    // If the history cannot be fetched, the person is told at most that the write stays on this device.
    void checkHistory().catch(sayKept)
  }, [key, state.status])
  return null
}
export default ChoiceMetMessage
