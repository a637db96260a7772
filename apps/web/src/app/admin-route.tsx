import { AdminFrame } from '../features/admin/admin-frame.tsx'
import { useSession, useSessionChecked } from '../session/use-session.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The admins' pages. For every other visitor there is nothing here. */
export const Component = () => {
  const user = useSession()
  const checked = useSessionChecked()
  if (!checked) return <LoadingText />
  if (!user?.admin) return <NotFoundPage />
  return <AdminFrame />
}
