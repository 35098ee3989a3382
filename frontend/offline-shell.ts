import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** Fonts of text in western European languages. The browser's own cache has others that were used. */
const FONTS = ['inter-latin-wght-normal', 'literata-latin-opsz-normal', 'literata-latin-opsz-italic']

/**
 * Builds the service worker, src/sw/sw.ts, with the list of the files that it stores. The checksum of each file makes
 * an installation fail that got something else, such as the page of a captive portal. The browser then keeps the worker before.
 */
export const offlineShell = (): Plugin[] => {
  let dist = ''
  const outDir: Plugin = {
    name: 'out-dir',
    configResolved: ({ root, build }) => {
      dist = resolve(root, build.outDir)
    },
  }
  const checksum = (file: string) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('base64')}`
  const worker = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/sw',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: [
        'index.html',
        'theme.js',
        'favicon.svg',
        'assets/*.{js,css}',
        `assets/{${FONTS.join()}}-*.woff2`,
      ],
      globIgnores: ['assets/pay-*'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        entries => ({
          manifest: entries.map(entry => ({ ...entry, integrity: checksum(entry.url) })),
        }),
      ],
    },
  })
  return [outDir, ...worker]
}
