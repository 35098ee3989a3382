import { createWriteStream, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { transformWithOxc } from 'vite'
import { ZipFile } from 'yazl'
import { BROWSERS, type Browser, manifestFor } from './manifest.ts'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'))

/** The files of the extension by their paths in it. Scripts lose their types alone, so that stores and people can read them. */
const filesFor = async (browser: Browser): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>()
  const put = (path: string, content: string | Buffer) => files.set(path, Buffer.from(content))
  put('manifest.json', `${JSON.stringify(manifestFor(browser, version), null, 2)}\n`)
  for (const path of globSync('*.ts', { cwd: join(here, 'src'), exclude: ['*.d.ts', '*.test.ts'] }))
    put(path.replace(/ts$/, 'js'), await scriptOf(path))
  for (const path of ['options.html', 'options.css']) put(path, readFileSync(join(here, 'src', path)))
  for (const path of globSync('icons/*.png', { cwd: here })) put(path, readFileSync(join(here, path)))
  put('tokens.css', readFileSync(join(here, '../src/styles/tokens.css')))
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const scriptOf = async (path: string): Promise<string> => {
  const { code } = await transformWithOxc(readFileSync(join(here, 'src', path), 'utf8'), path, {
    target: 'es2023',
  })
  return code.replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"')
}

/** The time of every file in the archive, so that equal files give equal archives. */
const LONG_AGO = new Date(1980, 0, 1)

/** Writes the extension for each browser into a folder, and as an archive beside it. @returns the archives */
export const buildExtension = async (into: string): Promise<string[]> => {
  rmSync(into, { recursive: true, force: true })
  return Promise.all(
    BROWSERS.map(async browser => {
      const zip = new ZipFile()
      for (const [path, content] of await filesFor(browser)) {
        const file = join(into, browser, path)
        mkdirSync(join(file, '..'), { recursive: true })
        writeFileSync(file, content)
        zip.addBuffer(content, path, { mtime: LONG_AGO, mode: 0o100644, forceDosTimestamp: true })
      }
      zip.end()
      const archive = join(into, `lectern-${version}-${browser}.zip`)
      await finished(zip.outputStream.pipe(createWriteStream(archive)))
      return archive
    }),
  )
}

// An argument names another folder.
if (import.meta.main)
  for (const archive of await buildExtension(process.argv[2] ?? join(here, '../dist-extension')))
    process.stdout.write(`${archive}\n`)
