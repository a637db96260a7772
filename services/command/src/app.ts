import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { currentUser } from './accounts/current-user.ts'
import type { ResetMailJob } from './accounts/forgot-password.ts'
import { forgotPassword } from './accounts/forgot-password.ts'
import { logIn } from './accounts/log-in.ts'
import { logOut } from './accounts/log-out.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { signUp } from './accounts/sign-up.ts'
import { addBookmark } from './bookmarks/add-bookmark.ts'
import { removeBookmark } from './bookmarks/remove-bookmark.ts'
import { addHighlight } from './highlights/add-highlight.ts'
import { colorHighlight } from './highlights/color-highlight.ts'
import { removeHighlight } from './highlights/remove-highlight.ts'
import { addNote } from './notes/add-note.ts'
import { editNote } from './notes/edit-note.ts'
import { removeNote } from './notes/remove-note.ts'
import { createQuota, type QuotaLimits } from './quota.ts'
import { addSermon } from './sermons/add-sermon.ts'
import { editSermon } from './sermons/edit-sermon.ts'
import { removeSermon } from './sermons/remove-sermon.ts'
import { changeSettings } from './settings/change-settings.ts'
import type { KnownTexts } from './verse-place.ts'

export type CommandDependencies = {
  /** Sealed: personal fields leave this process encrypted only. */
  readonly log: EventLog
  readonly identity: Identity
  readonly sessions: Sessions
  readonly jobs: Pick<Jobs<ResetMailJob>, 'add'>
  readonly limits: QuotaLimits
  /** How many items of every kind a person has, as the read models have it. */
  readonly countItems: (userId: string) => Promise<number>
  /** Waits until the read models have all that is in the log now; false: they have not in time. */
  readonly catchUp: () => Promise<boolean>
} & KnownTexts

/** Every call that changes something, and who is signed in. */
export const commandRoutes = async (app: App, dependencies: CommandDependencies): Promise<void> => {
  currentUser(app, '/api/auth/', dependencies)
  signUp(app, '/api/auth/signup', dependencies)
  logIn(app, '/api/auth/login', dependencies)
  logOut(app, '/api/auth/logout', dependencies)
  forgotPassword(app, '/api/auth/forgot-password', dependencies)
  resetPassword(app, '/api/auth/reset-password/:token', dependencies)

  const quota = createQuota({ ...dependencies, rateLimitStore: app.rateLimitStore })
  app.decorate('quota', quota)
  app.addHook('preHandler', async ({ session, method }) => {
    if (session !== null && method !== 'GET' && method !== 'HEAD') await quota.countRequest(session.userId)
  })
  addNote(app, '/api/note/', dependencies)
  editNote(app, '/api/note/detail/:id', dependencies)
  removeNote(app, '/api/note/detail/:id', dependencies)

  addHighlight(app, '/api/highlight/add', dependencies)
  colorHighlight(app, '/api/highlight/:id', dependencies)
  removeHighlight(app, '/api/highlight/:id', dependencies)

  addSermon(app, '/api/sermon/', dependencies)
  // Both paths of the specification.
  editSermon(app, '/api/sermon/:id', dependencies)
  editSermon(app, '/api/sermons/:id', dependencies)
  removeSermon(app, '/api/sermon/:id', dependencies)

  addBookmark(app, '/api/bookmarks', dependencies)
  removeBookmark(app, '/api/bookmarks/:id', dependencies)

  changeSettings(app, '/api/users/settings', dependencies)
}
