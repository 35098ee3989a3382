import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkSettings } from './check-settings.ts'
import { compileServices } from './compiled.ts'
import { COMPILED } from './services.ts'
import { complain } from './start-error.ts'

/*
 * Checks the configuration and compiles what changed, then becomes the launcher: the same process with another
 * program, which holds nothing of what that took.
 */
try {
  await checkSettings(process.env)
  await compileServices()
  enableCompileCache(COMPILED)
  await import('./run.ts')
  flushCompileCache()
} catch (error) {
  complain(error)
  process.exit(1)
}
const launcher = fileURLToPath(new URL('./run.ts', import.meta.url))
const flags = [...process.execArgv, '--max-semi-space-size=1']
process.execve?.(process.execPath, [process.execPath, ...flags, launcher, ...process.argv.slice(2)], {
  ...process.env,
  NODE_COMPILE_CACHE: COMPILED,
})
