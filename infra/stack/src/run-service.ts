import { unsetOfOperator } from '@lectern/platform/process/operator-settings.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { serviceFlags } from './confinement.ts'
import { main, NODE_ENVIRONMENT, services } from './services.ts'
import { complain } from './start-error.ts'

/** Becomes the named service, with the flags and variables that it has under `make start`: node infra/stack/src/run-service.ts workers */
const [, , name] = process.argv
const service = services.find(each => each === name)
try {
  if (service) {
    // Some services may not read files.
    const env = withSecretFiles(process.env)
    const unset = service === 'gateway' ? unsetOfOperator(env) : undefined
    if (unset) process.stdout.write(`${unset}\n`)
    process.execve?.(process.execPath, [process.execPath, ...serviceFlags(service), main(service)], {
      ...env,
      ...NODE_ENVIRONMENT,
    })
  }
  process.stderr.write(`Name one of ${services.join(', ')}.\n`)
} catch (error) {
  complain(error)
}
process.exitCode = 1
