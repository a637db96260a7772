import { createServer } from 'node:http'
import { atTheEnd } from '@pathlight/testing/at-the-end.ts'

/** The header of Pathlight's own answers. */
export const OWN = { 'x-pathlight': '1' }

/** An answer that a network gives in place of Pathlight's server. */
export type OtherAnswer = { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }

/** The log-in page of a hotel's network. */
export const LOG_IN_PAGE: OtherAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html', 'cache-control': 'public' },
  body: '<!doctype html><title>Welcome</title><form>Room number <input></form>',
}

/**
 * A network that answers calls itself, at the address of a stopped app. Pages and files get a 502, so they come from
 * the device.
 */
export const openOtherPage = async (address: string, first: OtherAnswer = LOG_IN_PAGE) => {
  let answer = first
  const server = createServer((request, response) => {
    request.resume()
    const isCall = request.url?.startsWith('/api/') === true
    const { status, headers, body } = isCall ? answer : { status: 502, headers: {}, body: '' }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(new URL(address).port), '127.0.0.1', resolve)
  })
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  atTheEnd(async () => {
    if (server.address() !== null) await close()
  })
  return {
    /** From now on, answers calls with `next`. */
    answerBy: (next: OtherAnswer): void => {
      answer = next
    },
    close,
  }
}
