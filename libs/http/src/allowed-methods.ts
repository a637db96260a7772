import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[]

/**
 * Answers, for an address, the methods that the calls have there: none where there is no call. Call it before routes are
 * put on the server, by the same router that it uses.
 */
export const rememberMethods = (app: FastifyInstance): ((url: string) => readonly string[]) => {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 300 })
  app.addHook('onRoute', ({ method, url }) => {
    // What takes any address, such as the web app's files, is no call.
    if (url.includes('*')) return
    for (const one of [method].flat() as HTTPMethod[])
      if (!router.hasRoute(one, url)) router.on(one, url, () => undefined)
  })
  return (url) => METHODS.filter((method) => router.find(method, url.replace(/\?.*/s, '')) !== null)
}
