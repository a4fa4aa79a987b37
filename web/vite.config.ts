import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the API answers while `vite` serves the pages (development only). */
const api = { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false }

export default defineConfig({
  plugins: [
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
    // The largest chunks are lazy: the charts of the overviews (362 kB) and sign-in (267 kB).
    chunkSizeWarningLimit: 400,
    manifest: true,
  },
  server: { proxy: { '/api': api, '/identity': api, '/brand': api } },
})
