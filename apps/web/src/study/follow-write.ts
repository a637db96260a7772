import type { TFunction } from 'i18next'
import { type Item, isRefused, type WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { sayProblem } from '../locales/server-message.ts'

type Following = {
  readonly t: TFunction
  readonly say: (text: string, tone: 'error') => void
  /** The message for a refusal without a reason. */
  readonly otherwise: string
  readonly onRefused?: () => void
}

/**
 * Reports a write that the server refuses, and drops the write. So call it only for writes without words that the
 * person could lose. The report comes even if the component that made the write is gone.
 */
export const followWrite = <I extends Item>(
  { name, whicheverRevision }: WriteKind<I>,
  userId: string,
  key: string,
  { t, say, otherwise, onRefused }: Following,
): void => {
  const unattend = pendingWrites.attend(key)
  const look = () => {
    const write = pendingWrites.of<I>(name, userId).find((one) => one.key === key)
    const refused = write !== undefined && isRefused(write)
    if (write !== undefined && write.state.status !== 'saved' && !refused) return
    end()
    unattend()
    if (!refused) return
    onRefused?.()
    const { state } = write
    // app/choices-meet.tsx reports a removal elsewhere and offers to undo it, so the write stays.
    if (state.status === 'gone' && whicheverRevision) return
    pendingWrites.drop(key)
    if (state.status === 'conflict') say(t('writes.conflict'), 'error')
    else say((state.status === 'failed' && sayProblem(t, state.error)) || otherwise, 'error')
  }
  const end = pendingWrites.subscribe(look)
  look()
}
