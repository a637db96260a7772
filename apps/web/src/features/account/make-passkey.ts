import type { Passkey } from '@pathlight/contracts/log-in.ts'
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'

/** Makes a passkey on the device, and adds it to the account. Throws ApiProblem, also if no passkey is made. */
export const makePasskey = async (password: string, name: string): Promise<Passkey> => {
  type Begun = { readonly options: PublicKeyCredentialCreationOptionsJSON }
  const { options } = await write<Begun>('POST', '/api/account/passkeys/options', { body: { password } })
  const answer = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    const isHere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new ApiProblem(409, { code: isHere ? 'passkey_on_device' : 'passkey_not_made', message: String(error) })
  })
  return write<Passkey>('POST', '/api/account/passkeys', { body: { name, answer } })
}
