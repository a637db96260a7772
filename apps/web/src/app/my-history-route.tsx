import { HistoryPage } from '../features/my-memos/history-page.tsx'
import { useSession } from '../session/use-session.ts'
import { LooksSection } from '../study/looks-section.tsx'
import { HISTORIES } from './histories.ts'

/** /my-memos/history: what the person changed, and what administrators looked at. */
export const Component = () => {
  const user = useSession()
  return <HistoryPage histories={HISTORIES} looks={user && <LooksSection user={user} brief />} />
}
