import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * A part of the server that cuts across all routes, by its name: `app.printPlugins()` shows it, and it is refused where a
 * part that it `needs` was not registered before. Its hooks and decorations are the whole server's.
 */
export const plugin = (
  name: string,
  put: (app: FastifyInstance) => unknown,
  needs: readonly string[] = [],
): FastifyPluginAsync =>
  fp(
    async (app) => {
      await put(app)
    },
    { name, dependencies: [...needs], fastify: '5.x' },
  )

/** The same for a group of routes: what it registers beside them is theirs alone. */
export const routes = <App>(
  name: string,
  put: (app: App) => Promise<void>,
  needs: readonly string[] = [],
): FastifyPluginAsync =>
  fp(async (app) => put(app as unknown as App), { name, dependencies: [...needs], encapsulate: true, fastify: '5.x' })
