import type { User } from '@pathlight/contracts/accounts.ts'
import { lazy, useEffect, useState } from 'react'
import { type Any, isOpen } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import { withWords } from '../locales/language.ts'
import { Fetched } from '../ui/fetched.tsx'
import { LAST_CHOICE_KINDS } from './last-choice-kinds.ts'

const ChoiceMetMessage = lazy(() => withWords(['history', 'person'], () => import('./tell-choice-met.tsx')))

/**
 * Whether another device may have changed the item after this person saw it. `wasLate`: an earlier try to send the
 * write got no answer.
 */
const mayHaveOverwritten = ({ base, state }: Any, wasLate: boolean): boolean => {
  if (state.status === 'gone') return true
  if (state.status !== 'saved') return false
  if (wasLate) return true
  const baseRevision = base?.revision
  // The answer to a removal has no revision, so each removal counts.
  return baseRevision !== undefined && (state.item === null || (state.item.revision ?? 0) > baseRevision + 1)
}

/**
 * For settings and highlights the last choice takes effect. A choice made on an offline device may overwrite another
 * device's newer choice. This component then tells the person, and offers the other choice.
 */
const ChoicesMeet = ({ user }: { user: User }) => {
  const [decided, setDecided] = useState<readonly Any[]>([])
  useEffect(() => {
    /** The keys of the writes that wait or are being sent. The value says whether a try of the write got no answer. */
    const openWrites = new Map<string, boolean>()
    return pendingWrites.subscribe(() => {
      const writes = Object.keys(LAST_CHOICE_KINDS).flatMap((name) => pendingWrites.of(name, user.id)) as readonly Any[]
      for (const write of writes) {
        const { key, state } = write
        const wasLate = openWrites.get(key)
        if (isOpen(write)) openWrites.set(key, wasLate === true || ('tries' in state && state.tries > 0))
        else if (wasLate !== undefined) {
          openWrites.delete(key)
          if (mayHaveOverwritten(write, wasLate)) setDecided((before) => [...before, write])
        }
      }
    })
  }, [user.id])
  return (
    <Fetched>
      {decided.map((write) => (
        <ChoiceMetMessage
          key={write.key}
          user={user}
          write={write}
          kind={LAST_CHOICE_KINDS[write.kind] ?? 'settings'}
        />
      ))}
    </Fetched>
  )
}
export default ChoicesMeet
