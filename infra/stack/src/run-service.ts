import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { serviceFlags } from './confinement.ts'
import { main, services } from './services.ts'

/** Becomes the named service, with the flags that it has under `make start`: node infra/stack/src/run-service.ts workers */
const [, , name] = process.argv
const service = services.find(each => each === name)
if (service) {
  const { OUTBOX_DIR = './var/outbox' } = process.env
  // Node gives a process rights in a folder that is there when the process starts.
  if (service === 'mailer') mkdirSync(OUTBOX_DIR, { recursive: true, mode: 0o700 })
  process.execve?.(process.execPath, [
    process.execPath,
    ...serviceFlags(service, resolve(OUTBOX_DIR)),
    main(service),
  ])
}
process.stderr.write(`Name one of ${services.join(', ')}.\n`)
process.exitCode = 1
