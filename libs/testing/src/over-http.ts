import { COMES_WITHIN_MS } from './eventually.ts'

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

export type Request = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }

/** Sends a request to a server over the network. Rejects if there is no answer. */
export const ask = async (
  address: string,
  method: string,
  path: string,
  { body, headers = {} }: Request = {},
): Promise<Answer> => {
  const response = await fetch(address + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(COMES_WITHIN_MS),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/** Signs a person up. Returns the session's cookie and the user's id. */
export const signUpOver = async (address: string, username: string): Promise<{ cookie: string; id: string }> => {
  const password = 'Lamp4myfeet!'
  const answer = await ask(address, 'POST', '/api/auth/signup', {
    body: { username, email: `${username}@example.org`, password, confirm_password: password },
  })
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { cookie, id: (answer.body as { id: string }).id }
}
