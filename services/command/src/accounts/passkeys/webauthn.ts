import type { NewPasskeyAnswer, PasskeyAnswer } from '@pathlight/contracts/log-in.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { Credential, Identity, User } from '@pathlight/identity/identity.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/**
 * The module is loaded at the first use of a passkey: it brings parsers of many kinds of certificates, and most
 * processes never use a passkey.
 */
const webauthn = () => import('@simplewebauthn/server')

/** Ends a challenge. False: the challenge was not issued for this use, or has ended already. */
type Take = (challenge: string) => Promise<boolean>

/** The refusal of a passkey that is not valid here. */
export const passkeyRefused = () =>
  new HttpProblem(401, 'passkey_refused', 'This passkey was not accepted. Please try again.')

/** Checks the origin of the page in the browser's answer. Throws 401 for a page of another site. */
const checkOrigin = (clientDataJSON: string, site: URL): void => {
  let origin: unknown
  try {
    origin = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')).origin
  } catch {
    throw passkeyRefused()
  }
  if (origin !== site.origin)
    throw new HttpProblem(401, 'passkey_of_other_site', 'This passkey belongs to another site.')
}

/**
 * Runs a check, and turns its error into a 401. An expired or used challenge gets a code of its own, because the person
 * only has to try again.
 */
const checked = async <T>(take: Take, check: (take: Take) => Promise<T>): Promise<T> => {
  let isOver = false
  let trouble: unknown = null
  const taking: Take = async (challenge) => {
    const taken = await take(challenge).catch((error: unknown) => {
      trouble = error
      throw error
    })
    isOver = !taken
    return taken
  }
  try {
    return await check(taking)
  } catch {
    if (isOver) throw new HttpProblem(401, 'passkey_over', 'This took too long, or was used already. Please try again.')
    // A failure of the store is thrown as it is, because the passkey may be valid.
    if (trouble !== null) throw trouble
    throw passkeyRefused()
  }
}

/**
 * Options for the browser to ask for a passkey: one of `allowed`, or any passkey of the site where `allowed` is empty.
 */
export const askOptions = async (site: URL, challenge: string, allowed: readonly Credential[] = []) => {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: site.hostname,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  })
  return { options: { ...options } }
}

/** Options for the browser to make a passkey. Devices with one of the `known` passkeys are excluded. */
export const makeOptions = async (
  site: URL,
  challenge: string,
  { userId, username }: { readonly userId: string; readonly username: string },
  known: readonly Credential[],
) => {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Pathlight',
    rpID: site.hostname,
    userName: username,
    userID: new Uint8Array(Buffer.from(userId, 'utf8')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  })
  return { options: { ...options } }
}

/**
 * Checks the browser's answer, and returns the new passkey. Throws 401 for a passkey that this site did not request.
 */
export const newCredential = async (site: URL, answer: NewPasskeyAnswer, take: Take): Promise<Credential> => {
  checkOrigin(answer.response.clientDataJSON, site)
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await checked(take, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.hostname,
    }),
  )
  // The library does not compare the id in the attestation with `answer.id`. Only the length of `answer.id` was
  // checked, and a longer id may not fit into a store's index.
  if (registrationInfo?.credential.id !== answer.id) throw passkeyRefused()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: answer.response.transports ?? [] }
}

/**
 * Finds the person whose passkey signed the answer, and stores the use of the passkey. Throws 401 for an unknown
 * passkey, another site's passkey, an expired challenge or a wrong signature.
 */
export const whoAnswered = async (
  identity: Pick<Identity, 'findCredential' | 'usePasskey'>,
  site: URL,
  answer: PasskeyAnswer,
  take: (challenge: string, user: User) => Promise<boolean>,
): Promise<User> => {
  checkOrigin(answer.response.clientDataJSON, site)
  const known = await identity.findCredential(answer.id)
  if (known === null)
    throw new HttpProblem(401, 'passkey_unknown', 'This passkey is not known here. It may have been removed.')
  const { credential, user } = known
  const { verifyAuthenticationResponse } = await webauthn()
  const { credentialId: id, publicKey, counter } = credential
  const { verified, authenticationInfo } = await checked(
    (challenge) => take(challenge, user),
    (expectedChallenge) =>
      verifyAuthenticationResponse({
        response: { ...answer, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: site.origin,
        expectedRPID: site.hostname,
        credential: { id, publicKey: new Uint8Array(publicKey), counter },
      }),
  )
  if (!verified || !(await identity.usePasskey(credential, authenticationInfo.newCounter))) throw passkeyRefused()
  return user
}
