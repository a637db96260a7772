import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { LooksSection } from '../session/looks-section.tsx'
import { useSession } from '../session/use-session.ts'
import { HISTORIES } from './histories.ts'

/** /my-memos/history: what the person changed; before it, what administrators looked at. */
export const Component = () => {
  const user = useSession()
  return (
    <>
      {user && (
        <div className="mb-6 empty:hidden">
          <LooksSection user={user} brief />
        </div>
      )}
      <HistoryPage histories={HISTORIES} />
    </>
  )
}
