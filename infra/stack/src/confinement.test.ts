import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serviceFlags } from './confinement.ts'
import { services } from './services.ts'

const grantsOf = (flags: readonly string[]) =>
  flags.flatMap(flag => /^--allow-fs-(?:read|write)=(.*?)\/?$/.exec(flag)?.[1] ?? [])
const linksBelow = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isSymbolicLink())
    .map(entry => join(entry.parentPath, entry.name))
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

it.runIf(process.platform === 'linux')('grants no folder with a link to another folder', () => {
  for (const service of services) {
    const grants = grantsOf(serviceFlags(service))
    for (const path of grants.filter(isFolder)) {
      if (lstatSync(path).isSymbolicLink()) expect(grants, path).toContain(realpathSync(path))
      else expect(linksBelow(path).filter(isFolder), path).toEqual([])
    }
    for (const path of grants) if (path.startsWith('/proc/')) expect(isFolder(path), path).toBe(false)
  }
})

it('limits the heap of each service, and confines those that read what strangers wrote', () => {
  for (const service of services) {
    const flags = serviceFlags(service)
    expect(flags).toContainEqual(expect.stringMatching(/^--max-old-space-size=\d+$/))
    expect(flags.includes('--permission'), service).toBe(/^(workers|exporter)$/.test(service))
  }
})
