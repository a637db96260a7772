import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { useSession } from '../session/use-session.ts'
import { LooksSection } from '../study/looks-section.tsx'
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
