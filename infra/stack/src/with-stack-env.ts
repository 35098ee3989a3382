import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { envBeside } from './env-beside.ts'
import type { EnvOf } from './settings.ts'

const [service, script = '', ...args] = process.argv.slice(2)
try {
  process.env = withSecretFiles(process.env)
  const env = envBeside(service as EnvOf, process.env)
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
// `node with-stack-env.ts <service> <script> [argument …]` becomes `node <script> [argument …]`.
process.argv = [process.execPath, resolve(script), ...args]
await import(pathToFileURL(resolve(script)).href)
