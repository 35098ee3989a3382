import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PAGES_FOLDER } from '@lectern/contracts/public-pages.ts'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { precompress } from './precompress.ts'
import type { Assets } from './src/site/frame/document.tsx'

/** The two font files that every page needs at once. Other subsets load by unicode-range. */
export const PRELOADED = /(inter-latin-wght-normal|literata-latin-opsz-normal)-.*\.woff2$/

const ROOT = import.meta.dirname
const SITE = join(ROOT, 'src/site')
const ours = { configFile: false, root: ROOT, publicDir: false, logLevel: 'warn' } as const

type Manifest = Record<string, { readonly file: string; readonly css?: readonly string[] }>
const readManifest = (dist: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))

/** The scripts of the pages share no file with the app's: a page would else load what the dashboard needs. */
const buildScripts = async (dist: string): Promise<Assets['scripts']> => {
  const acts = globSync('*/act.{ts,tsx}', { cwd: SITE }).toSorted()
  await build({
    ...ours,
    plugins: [react(), precompress()],
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2023',
      manifest: '.vite/site.json',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: acts.map(act => join(SITE, act)),
        output: { entryFileNames: 'assets/site/[hash].js', chunkFileNames: 'assets/site/[hash].js' },
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  })
  const manifest = readManifest(dist, 'site.json')
  return new Map(acts.map(act => [dirname(act), `/${manifest[`src/site/${act}`]?.file}`]))
}

const loadRender = async (): Promise<typeof import('./src/site/render.tsx')> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-site-'))
  try {
    await build({
      ...ours,
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: join(SITE, 'render.tsx'),
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
      },
    })
    return await import(pathToFileURL(join(folder, 'render.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Renders the public pages (src/site) to files beside the built app, whose styles they share. */
export const prerender = (): Plugin => {
  let dist = ''
  return {
    name: 'prerender',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      dist = resolve(root, outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const styles = readManifest(dist, 'manifest.json')['index.html']?.css ?? []
        const assets: Assets = {
          styles: styles.map(file => `/${file}`),
          fonts: readdirSync(join(dist, 'assets'))
            .filter(file => PRELOADED.test(file))
            .map(file => `/assets/${file}`),
          scripts: await buildScripts(dist),
        }
        const { renderPages } = await loadRender()
        for (const { file, html } of renderPages(assets)) {
          const path = join(dist, PAGES_FOLDER, file)
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, html)
        }
      },
    },
  }
}
