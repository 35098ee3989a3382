import { unsetOfOperator } from '@lectern/platform/process/operator-settings.ts'
import { serviceFlags } from './confinement.ts'
import { main, services } from './services.ts'

/** Becomes the named service, with the flags that it has under `make start`: node infra/stack/src/run-service.ts workers */
const [, , name] = process.argv
const service = services.find(each => each === name)
if (service) {
  const unset = service === 'gateway' ? unsetOfOperator(process.env) : undefined
  if (unset) process.stdout.write(`${unset}\n`)
  process.execve?.(process.execPath, [process.execPath, ...serviceFlags(service), main(service)])
}
process.stderr.write(`Name one of ${services.join(', ')}.\n`)
process.exitCode = 1
