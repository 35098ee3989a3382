import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { offlineShell } from './offline-shell.ts'
import { precompress } from './precompress.ts'
import { PRELOADED, prerender } from './prerender.ts'

const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, path }) =>
      Object.keys(bundle ?? {})
        .filter(file => PRELOADED.test(file) && path === '/index.html')
        .map(
          (file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head',
          }),
        ),
  },
})

type Modules = { getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null }

/** Whether the dashboard's screen imports this module, itself or through others. */
const isOfDashboard = (id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (id.endsWith('/dashboard-screen.tsx')) return true
  if (seen.has(id)) return false
  seen.add(id)
  return (
    modules.getModuleInfo(id)?.importers.some(importer => isOfDashboard(importer, modules, seen)) ?? false
  )
}

/** Icons that only menus and screens show which load later. */
const LATER_ICONS =
  /lucide-react\/.*icons\/(activity|bookmark|calendar-clock|copy|download|external-link|folder|folder-input|folder-minus|highlighter|import|lock|log-out|merge|pencil|quote|rotate-ccw-clock|tag|tags|text-search|trash|undo-2|users)\./

/** The card form is a page of its own, /pay, which loads nothing of the app. */
const isOfCardForm = (id: string): boolean => /\/(pay\.html|src\/pay\/|src\/lib\/card-form\.ts)/.test(id)

// A build is always a production build, also when a test run starts it with NODE_ENV=test.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts(), precompress(), prerender(), offlineShell()],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All that main.tsx imports goes into one file, and what the dashboard shares with other lazy parts into another. The
    // bundler alone would make many files, 3 kB larger when compressed. The names of files stand in the first one for every
    // lazy part, so they are hashes only, which saves 0.5 kB; the manifest knows what each file is.
    rolldownOptions: {
      input: ['index.html', 'pay.html'].map(page => `${import.meta.dirname}/${page}`),
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: id => (isOfCardForm(id) ? null : 'index'), tags: ['$initial'], priority: 2 },
            {
              name: (id, context) => (isOfDashboard(id, context) && !LATER_ICONS.test(id) ? 'screens' : null),
              // The reader loads this file, and draws no long lists. The dashboard knows how long its list is, so it asks for no
              // next page; that it imports the package makes all of it look as if it did.
              test: /^(?!.*(dashboard-screen|@tanstack\/.*(virtual|InfiniteQuery|infiniteQueryObserver)))/,
              minShareCount: 2,
              priority: 1,
            },
            // That the dashboard imports the package makes them look as if it showed them.
            { name: 'menus', test: LATER_ICONS, minShareCount: 2 },
          ],
        },
      },
      // Making a schema has no effect, so schemas that the client does not use are left out.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})
