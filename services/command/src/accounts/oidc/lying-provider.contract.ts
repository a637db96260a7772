import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The faults that the test's provider can show. */
export type Lie =
  | 'none'
  | 'issuer'
  | 'audience'
  | 'signature'
  | 'nonce'
  | 'clock'
  | 'discovery'
  | 'state'
  | 'broken'
  | 'denies'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OIDC provider on loopback for tests. The provider logs everybody in. */
export const startLyingProvider = async (clientId: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const told = { lie: 'none' as Lie, nonce: '', challenge: '' }
  const idToken = (issuer: string): string => {
    const seconds = Math.floor(Date.now() / 1000) - (told.lie === 'clock' ? 7_200 : 0)
    const claims = {
      iss: told.lie === 'issuer' ? 'https://elsewhere.example' : issuer,
      aud: told.lie === 'audience' ? 'another-client' : clientId,
      sub: 'ruth',
      nonce: told.lie === 'nonce' ? 'another-nonce' : told.nonce,
      ...{ iat: seconds, exp: seconds + 300, email: 'ruth@example.org', email_verified: true },
    }
    const signed = `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url(claims)}`
    const key = told.lie === 'signature' ? other : privateKey
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }
  const server = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const url = new URL(request.url ?? '/', issuer)
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (told.lie === 'broken') return json({ error: 'broken' }, 500)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: told.lie === 'discovery' ? 'https://elsewhere.example' : issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      case '/jwks':
        return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
      case '/authorize': {
        told.nonce = url.searchParams.get('nonce') ?? ''
        told.challenge = url.searchParams.get('code_challenge') ?? ''
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        const state = told.lie === 'state' ? 'another-state' : (url.searchParams.get('state') ?? '')
        back.search = new URLSearchParams(
          told.lie === 'denies' ? { error: 'access_denied', state } : { code: 'a-code', state },
        ).toString()
        return response.writeHead(303, { location: back.href }).end()
      }
      default: {
        const verifier = new URLSearchParams(await text(request)).get('code_verifier') ?? ''
        if (createHash('sha256').update(verifier).digest('base64url') !== told.challenge)
          return json({ error: 'invalid_grant' }, 400)
        return json({ access_token: 'a-token', token_type: 'bearer', id_token: idToken(issuer) })
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tells: (lie: Lie): void => {
      told.lie = lie
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
