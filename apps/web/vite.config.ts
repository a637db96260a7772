import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

type ModuleInfo = { readonly isEntry: boolean; readonly importers: readonly string[] }
type Graph = { getModuleInfo(id: string): ModuleInfo | null }

/** Whether the page's script cannot begin without this module: what leads to it from there are plain imports only. */
const neededAtOnce = () => {
  const known = new Map<string, boolean>()
  const needed = (id: string, graph: Graph): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false)
    const info = graph.getModuleInfo(id)
    const answer = info !== null && (info.isEntry || info.importers.some((importer) => needed(importer, graph)))
    known.set(id, answer)
    return answer
  }
  return needed
}

/** In one piece: it compresses better than thirty, and changes seldom. */
const baseGroup = () => {
  const needed = neededAtOnce()
  return { debugName: 'base', name: (id: string, graph: Graph) => (needed(id, graph) ? 'base' : null) }
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  builder: {},
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting: { groups: [baseGroup()] } } },
      },
    },
    // Renders the first HTML: one file that needs nothing beside it, made for production whatever NODE_ENV says.
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        target: 'node24',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/server.tsx', output: { codeSplitting: false } },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  },
})
