import { idempotencyKey } from '@pathlight/http/conditional.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import { changeEmail, followEmailLink, sendVerification } from './accounts/change-email.ts'
import { changePassword } from './accounts/change-password.ts'
import { changeUsername } from './accounts/change-username.ts'
import { closeAccount } from './accounts/close-account.ts'
import { currentUser } from './accounts/current-user.ts'
import { endDevice, endOtherDevices, listDevices } from './accounts/devices.ts'
import { forgotPassword } from './accounts/forgot-password.ts'
import { getAccount } from './accounts/get-account.ts'
import { getLogInWays } from './accounts/get-log-in-ways.ts'
import { keepAccount } from './accounts/keep-account.ts'
import { logIn } from './accounts/log-in.ts'
import { logOut } from './accounts/log-out.ts'
import { chooseLooksMail } from './accounts/looks-mail.ts'
import { beginByProvider, CALLBACK, comeFromProvider } from './accounts/oidc/log-in-by-provider.ts'
import { beginProviderLink, finishProviderLink, unlinkProvider } from './accounts/oidc/my-provider.ts'
import { askForPasskey, logInByPasskey } from './accounts/passkeys/log-in-by-passkey.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './accounts/passkeys/my-passkeys.ts'
import { resetPassword } from './accounts/reset-password.ts'
import {
  offerTotp,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './accounts/second-factor/my-second-factor.ts'
import { askForSecondPasskey, takeSecondStep } from './accounts/second-factor/second-step.ts'
import { signUp } from './accounts/sign-up.ts'
import { tokenCalls } from './accounts/tokens.ts'
import { backupCalls } from './admins/backups.ts'
import { failedJobCalls } from './admins/failed-jobs.ts'
import { handleAccount } from './admins/handle-account.ts'
import { invitationCalls } from './admins/invitations.ts'
import { revealItem } from './admins/reveal-item.ts'
import { testMailCalls } from './admins/test-mail.ts'
import { getCaptcha } from './contact/get-captcha.ts'
import { sendMessage } from './contact/send-message.ts'
import type { CommandDependencies } from './dependencies.ts'
import { restoreItem } from './history/restore-item.ts'
import { importCalls } from './import/import-data.ts'
import { refuseLocked } from './locked.ts'
import { createQuota } from './quota.ts'
import { shareCalls } from './share/share-item.ts'
import { tagCalls } from './tags/change-tag.ts'

/**
 * Registers the routes of the command service: the calls that change something, and reads that belong to them, such as
 * that of the account.
 */
export const commandRoutes = async (app: App, dependencies: CommandDependencies): Promise<void> => {
  currentUser(app, '/api/auth/', dependencies)
  signUp(app, '/api/auth/signup', dependencies)
  logIn(app, '/api/auth/login', dependencies)
  logOut(app, '/api/auth/logout', dependencies)
  forgotPassword(app, '/api/auth/forgot-password', dependencies)
  resetPassword(app, '/api/auth/reset-password/:token', dependencies)
  askForPasskey(app, '/api/auth/passkey/options', dependencies)
  logInByPasskey(app, '/api/auth/passkey', dependencies)
  askForSecondPasskey(app, '/api/auth/second-step/passkey', dependencies)
  takeSecondStep(app, '/api/auth/second-step', dependencies)
  beginByProvider(app, '/api/auth/oidc', dependencies)
  comeFromProvider(app, CALLBACK, dependencies)

  getCaptcha(app, '/api/contact/captcha', dependencies)
  sendMessage(app, '/api/contact/', dependencies)

  const quota = createQuota({ ...dependencies, rateLimitStore: app.rateLimitStore })
  app.decorate('quota', quota)
  app.addHook('preHandler', async (request) => {
    const { method } = request
    if (request.session === null || method === 'GET' || method === 'HEAD') return
    // The session is checked again, because the body may have come seconds after the first check. Meanwhile the session
    // may have ended, or an admin may have locked the account.
    await dependencies.sessions.requireUser(request)
    const session = signedIn(request)
    refuseLocked(request, session)
    // Throws 400 for a malformed Idempotency-Key before the call changes anything.
    idempotencyKey(request)
    await quota.countRequest(session.userId)
  })
  getAccount(app, '/api/account', dependencies)
  listDevices(app, '/api/account/devices', dependencies)
  endDevice(app, '/api/account/devices/:id', dependencies)
  endOtherDevices(app, '/api/account/devices', dependencies)
  changeEmail(app, '/api/account/email', dependencies)
  sendVerification(app, '/api/account/email/verification', dependencies)
  followEmailLink(app, '/api/account/email-link/:token', dependencies)
  changeUsername(app, '/api/account/username', dependencies)
  changePassword(app, '/api/account/password', dependencies)
  closeAccount(app, '/api/account', dependencies)
  keepAccount(app, '/api/account/closing', dependencies)
  chooseLooksMail(app, '/api/account/looks-mail', dependencies)
  tokenCalls(app, '/api/account/tokens', dependencies)
  getLogInWays(app, '/api/account/log-in', dependencies)
  beginPasskey(app, '/api/account/passkeys/options', dependencies)
  addPasskey(app, '/api/account/passkeys', dependencies)
  renamePasskey(app, '/api/account/passkeys/:id', dependencies)
  removePasskey(app, '/api/account/passkeys/:id', dependencies)
  offerTotp(app, '/api/account/second-factor/totp', dependencies)
  renewRecoveryCodes(app, '/api/account/second-factor/codes', dependencies)
  turnOnSecondFactor(app, '/api/account/second-factor', dependencies)
  turnOffSecondFactor(app, '/api/account/second-factor', dependencies)
  beginProviderLink(app, '/api/account/oidc', dependencies)
  finishProviderLink(app, '/api/account/oidc', dependencies)
  unlinkProvider(app, '/api/account/oidc', dependencies)

  await importCalls(app, '/api/import', dependencies)
  backupCalls(app, '/api/admin/backups', dependencies)
  testMailCalls(app, '/api/admin/mail', dependencies)
  failedJobCalls(app, '/api/admin/jobs/:job', dependencies)
  handleAccount(app, '/api/admin/people/:id/acts', dependencies)
  invitationCalls(app, '/api/admin/invitations', dependencies)
  revealItem(app, '/api/admin/reveal', dependencies)
  restoreItem(app, '/api/history/:kind/:id/restore', dependencies)
  shareCalls(app, dependencies)
  tagCalls(app, '/api/tags/:tag', dependencies)
  for (const { routes } of dependencies.kinds) routes(app, dependencies)
}
