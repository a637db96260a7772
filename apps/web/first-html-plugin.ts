import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { createRenderer } from './src/server.tsx'

const cookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Vite plugin for development: renders the first HTML of pages from the sources. The rendering reads its data from the
 * app at the address `api`. React in the browser then reports where its own rendering differs.
 */
export const firstHtml = (api: string): Plugin => ({
  name: 'first-html',
  apply: 'serve',
  // Vite would load the styles with the scripts. With this link the page is readable before the scripts have loaded.
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'stylesheet', href: '/src/look/look.css' } }],
  configureServer: (server) => () => {
    server.middlewares.use(async ({ originalUrl: url = '/', headers }, response, next) => {
      try {
        const index = readFileSync(join(server.config.root, 'index.html'), 'utf8')
        const template = await server.transformIndexHtml(url, index)
        const module = (await server.ssrLoadModule('/src/server.tsx')) as { createRenderer: typeof createRenderer }
        const renderer = await module.createRenderer(template, null)
        const language = renderer.language(cookie(headers.cookie, 'language'), headers['accept-language'])
        const visitor = { language, named: null, origin: `http://${headers.host}` }
        const ask = (path: string) => fetch(`${api}${path}`)
        const page = (await renderer.find(url)?.render({ ...visitor, ask })) ?? renderer.shell(visitor)
        if (page.status === 301) response.writeHead(302, { location: page.to }).end()
        else response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(page.html)
      } catch (error) {
        next(error)
      }
    })
  },
})
