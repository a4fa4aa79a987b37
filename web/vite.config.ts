import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** Where the API answers while `vite` serves the pages (development only). */
const api = { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false }

const ENTRY = new URL('src/app/main.tsx', import.meta.url).pathname

/** Everything that every page needs is one file instead of 50. */
function firstLoad(): Rolldown.CodeSplittingNameFunction {
  const reached = new Set<string>()
  const reach = (id: string, graph: Rolldown.ChunkingContext) => {
    if (reached.has(id)) return
    reached.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reach(next, graph)
  }
  return (id, graph) => {
    reach(ENTRY, graph)
    return reached.has(id) ? 'app' : null
  }
}

/** Pages show an English text that isn't in the catalog as it is, so the catalog needs only those with placeholders. */
const shortEnglish: Plugin = {
  name: 'short-english',
  enforce: 'pre',
  transform: {
    filter: { id: /\/texts\/[\w-]+\/en\.json$/ },
    handler(code) {
      const all: [string, unknown[]][] = Object.entries(JSON.parse(code).messages)
      return JSON.stringify({ messages: Object.fromEntries(all.filter(([text, said]) => text !== said[0])) })
    },
  },
}

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    shortEnglish,
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      routeFileIgnorePattern: '\\.test\\.tsx?$',
    }),
    react(),
    tailwindcss(),
  ],
  // The policy allows nothing inline: no data: fonts, no inlined scripts or styles.
  build: {
    target: 'es2022',
    // These know light-dark(), which otherwise becomes variables that an element can't set for itself.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The largest are the first load (534 kB), the charts of the overviews (362 kB), and sign-in (267 kB).
    chunkSizeWarningLimit: 600,
    manifest: !isSsrBuild,
    ...(isSsrBuild
      ? { outDir: 'dist-server', copyPublicDir: false }
      : {
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: firstLoad(), debugName: 'first load' }] } },
          },
        }),
  },
  // The server has none of the web app's packages, so they're bundled.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  server: { proxy: { '/api': api, '/identity': api, '/brand': api } },
}))
