import type { User } from '@pathlight/contracts/accounts.ts'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { lazy, useEffect, useState } from 'react'
import { type Any, isOpen } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { withWords } from '../locales/language.ts'
import { Fetched } from '../ui/fetched.tsx'

/** The writes that hold whatever became of their item meanwhile (WriteKind.whicheverRevision), and what histories call their items. */
const HELD: Readonly<Record<string, HistoryKind>> = { settings: 'settings', theme: 'settings', highlights: 'highlight' }
const TellChoiceMet = lazy(() => withWords(['history', 'person'], () => import('./tell-choice-met.tsx')))

/** Whether another device may have changed the item after the person saw it. `wasLate`: the write could not be sent at once. */
const mayHaveMet = ({ base, state }: Any, wasLate: boolean): boolean => {
  if (state.status === 'gone') return true
  if (state.status !== 'saved') return false
  if (wasLate) return true
  const seen = base?.revision
  // A removal is answered without a revision.
  return seen !== undefined && (state.item === null || (state.item.revision ?? 0) > seen + 1)
}

/**
 * Of settings and highlights what is chosen last holds. What was chosen on a device that did not know better yet may take the place of
 * what was chosen on another device meanwhile: the person is told, and can have that instead.
 */
const ChoicesMeet = ({ user }: { user: User }) => {
  const [met, setMet] = useState<readonly Any[]>([])
  useEffect(() => {
    /** Those on their way, by their keys, and whether they could not be sent at once. */
    const going = new Map<string, boolean>()
    return pendingWrites.subscribe(() => {
      const writes = Object.keys(HELD).flatMap((name) => pendingWrites.of(name, user.id)) as readonly Any[]
      for (const write of writes) {
        const { key, state } = write
        const wasLate = going.get(key)
        if (isOpen(write)) going.set(key, wasLate === true || ('tries' in state && state.tries > 0))
        else if (wasLate !== undefined) {
          going.delete(key)
          if (mayHaveMet(write, wasLate)) setMet((before) => [...before, write])
        }
      }
    })
  }, [user.id])
  return (
    <Fetched>
      {met.map((write) => (
        <TellChoiceMet key={write.key} user={user} write={write} kind={HELD[write.kind] ?? 'settings'} />
      ))}
    </Fetched>
  )
}
export default ChoicesMeet
