import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[]

/**
 * Answers which methods an address has; none where no route has it. It matches addresses with Fastify's own router. Call it before any
 * route is registered.
 */
export const rememberMethods = (app: FastifyInstance): ((url: string) => readonly string[]) => {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 300 })
  app.addHook('onRoute', ({ method, url }) => {
    // A route for any address, such as that of the web app's files, is no call.
    if (url.includes('*')) return
    for (const one of [method].flat() as HTTPMethod[])
      if (!router.hasRoute(one, url)) router.on(one, url, () => undefined)
  })
  return (url) => METHODS.filter((method) => router.find(method, url.replace(/\?.*/s, '')) !== null)
}
