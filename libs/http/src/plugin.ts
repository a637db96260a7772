import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * A plugin whose hooks and decorations apply to the whole server. Fastify refuses it unless the plugins that it `needs` are registered
 * before. `app.printPlugins()` shows it by its name.
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

/** A plugin for a group of routes: its hooks and decorations apply to these routes only. */
export const routes = <App>(
  name: string,
  put: (app: App) => Promise<void>,
  needs: readonly string[] = [],
): FastifyPluginAsync =>
  fp(async (app) => put(app as unknown as App), { name, dependencies: [...needs], encapsulate: true, fastify: '5.x' })
