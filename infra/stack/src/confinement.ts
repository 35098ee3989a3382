import { existsSync, readFileSync } from 'node:fs'
import { nodeFlags, ROOT, type Service } from './services.ts'

/** The code of ours that workers and the exporter run. */
const OURS = ['contracts', 'infra/platform', 'workers']

type LockedPackage = Readonly<
  Partial<Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>>
>

/** The folders in node_modules that `OURS` need. */
const packages = (): string[] => {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(`${ROOT}package-lock.json`, 'utf8'),
  )
  const needed = new Set(OURS)
  for (const folder of needed)
    for (const [path, { dependencies, optionalDependencies, peerDependencies }] of Object.entries(
      lock.packages,
    ))
      if (path === folder || path.startsWith(`${folder}/node_modules/`))
        for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
          needed.add(`node_modules/${name}`)
  return [...needed].filter(path => !OURS.includes(path) && existsSync(`${ROOT}${path}`))
}

/**
 * Node compares paths as text and follows links: a granted folder with a link out of it grants what the link leads to. So
 * no folder of links is granted, neither /proc/self nor node_modules. Node looks up our own packages through these two.
 */
const READABLE = [
  ...OURS.map(path => `${path}/`),
  ...['contracts', 'platform'].map(name => `node_modules/@lectern/${name}/`),
  // It says how Node loads modules.
  'package.json',
]

/**
 * Flags that make Node refuse workers and the exporter all other files and programs. They parse pages and answers
 * of strangers, and their user can read the secrets in DATA_DIR and of other processes.
 */
const confinement = (service: Service): string[] => {
  const rights: Partial<Record<Service, string[]>> = {
    // sharp makes pictures for books of our own copies.
    exporter: ['--allow-addons'],
    workers: [
      // Workers write their niceness there.
      '--allow-fs-write=/proc/self/autogroup',
      '--allow-worker',
      // sharp decodes pictures in native code.
      '--allow-addons',
    ],
  }
  const own = rights[service]
  if (own === undefined) return []
  return [
    '--permission',
    ...READABLE.map(path => `--allow-fs-read=${ROOT}${path}`),
    ...packages().map(path => `--allow-fs-read=${ROOT}${path}/`),
    // Metrics read figures of the process there.
    '--allow-fs-read=/proc/self/status',
    '--allow-fs-read=/proc/self/limits',
    '--allow-net',
    ...own,
    '--disable-warning=PERM0001',
    '--disable-warning=PERM0006',
    '--disable-warning=ExperimentalWarning',
  ]
}

/** Node's flags of a service in every installation. */
export const serviceFlags = (service: Service): string[] => [...confinement(service), ...nodeFlags(service)]
