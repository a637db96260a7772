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
 * Logs in with a passkey. `inField`: the browser offers it in the address field, and the call waits for the person's choice there.
 * Throws ApiProblem, and the browser's error if the person chooses none.
 */
export const logInByPasskey = async (remember: () => boolean, inField = false): Promise<User> => {
  const { options } = await write<Asked>('POST', '/api/auth/passkey/options')
  const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField })
  const body = { answer, remember: remember() }
  return startSession(await write<User>('POST', '/api/auth/passkey', { body }), body.remember)
}

/** Takes the second step of a log-in with a passkey. Throws like logInByPasskey. */
export const secondStepByPasskey = async (ticket: string, remember: boolean): Promise<User> => {
  const { options } = await write<Asked>('POST', '/api/auth/second-step/passkey', { body: { ticket } })
  const answer = await startAuthentication({ optionsJSON: options })
  return startSession(await write<User>('POST', '/api/auth/second-step', { body: { ticket, answer } }), remember)
}

/** Whether the browser can offer passkeys in the address field. */
export const canOfferInField = (): Promise<boolean> => browserSupportsWebAuthnAutofill()
/** Stops a pending request for a passkey. */
export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony()
/** Whether another request replaced the pending one. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'
