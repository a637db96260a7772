import type { User } from '@pathlight/contracts/accounts.ts'
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { write } from '../../api/request.ts'
import { startSession } from './sign-in.ts'

type Asked = { readonly options: PublicKeyCredentialRequestOptionsJSON }

/**
 * Logs in with a passkey. With `inField`, the browser offers passkeys in the form's email field, and the call waits for
 * the person's choice. Throws ApiProblem, or the browser's error if the person chooses no passkey.
 */
export const logInByPasskey = async (remember: () => boolean, inField = false): Promise<User> => {
  const { options } = await write<Asked>('POST', '/api/auth/passkey/options')
  const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField })
  const body = { answer, remember: remember() }
  return startSession(await write<User>('POST', '/api/auth/passkey', { body }), body.remember)
}

/** Completes a log-in that needs a passkey after the password. Throws like `logInByPasskey`. */
export const secondStepByPasskey = async (ticket: string, remember: boolean): Promise<User> => {
  const { options } = await write<Asked>('POST', '/api/auth/second-step/passkey', { body: { ticket } })
  const answer = await startAuthentication({ optionsJSON: options })
  return startSession(await write<User>('POST', '/api/auth/second-step', { body: { ticket, answer } }), remember)
}

/** Whether the browser can offer passkeys in a form's email field. */
export const canOfferInField = (): Promise<boolean> => browserSupportsWebAuthnAutofill()
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony()
/** Whether a request for a passkey failed because it was stopped, by another request or by `stopWaiting`. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'
