import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes .br and .gz files beside scripts and styles, so that the server does not compress on each request. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (!/\.(js|css)$/.test(output.fileName)) continue
        const source = Buffer.from(output.type === 'chunk' ? output.code : output.source)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        this.emitFile({
          type: 'asset',
          fileName: `${output.fileName}.br`,
          source: brotliCompressSync(source, { params }),
        })
        this.emitFile({
          type: 'asset',
          fileName: `${output.fileName}.gz`,
          source: gzipSync(source, { level: 9 }),
        })
      }
    },
  },
})
