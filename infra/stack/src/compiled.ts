import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILED, main, ROOT, services } from './services.ts'

/** What services load only when they need it. */
const LATER = ['infra/gateway/src/proxy.ts', 'workers/src/read-page/thread.ts']
const STAMP = join(COMPILED, 'compiled-from')

/**
 * Puts the services' code into Node's compile cache, where it changed. A process that finds all its modules there
 * never loads the compiler that strips their types, which would hold some 20 MB for as long as it runs.
 */
export const compileServices = async (): Promise<void> => {
  const sources = fingerprint(
    ['{contracts,infra,command-api,query-api,projectors,workers}/**/*.ts', 'package-lock.json'],
    ['**/node_modules/**', '**/*.test.ts'],
  )
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  // Without any configuration each loads its modules and ends, which writes the cache.
  for (const entry of [...services.map(main), ...LATER.map(file => join(ROOT, file))]) {
    const child = spawn(process.execPath, [entry], {
      env: { NODE_COMPILE_CACHE: COMPILED },
      stdio: 'ignore',
    })
    await once(child, 'exit')
  }
  try {
    mkdirSync(COMPILED, { recursive: true })
    writeFileSync(STAMP, sources)
  } catch {
    // The checkout may belong to somebody else: everything runs without the cache as well.
  }
}

/** Changes whenever one of the files does. */
export const fingerprint = (include: string[], exclude: string[]): string => {
  const hash = createHash('sha256')
  for (const file of globSync(include, { cwd: ROOT, exclude }).toSorted()) {
    const stat = statSync(join(ROOT, file))
    if (!stat.isFile()) continue
    const { size, mtimeMs } = stat
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}
