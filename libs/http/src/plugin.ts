import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * A plugin whose hooks and decorations apply to the whole server. Fastify refuses to register it before the plugins in
 * `needs`. `name`: the name in `app.printPlugins()`.
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

/** A plugin for a group of routes. Its hooks and decorations apply to these routes alone. */
export const routes = <App>(
  name: string,
  put: (app: App) => Promise<void>,
  needs: readonly string[] = [],
): FastifyPluginAsync =>
  fp(async (app) => put(app as unknown as App), { name, dependencies: [...needs], encapsulate: true, fastify: '5.x' })
