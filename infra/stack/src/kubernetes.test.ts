import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { settingsOf, variable } from '@lectern/platform/process/service-settings.ts'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from './services.ts'

const FOLDER = join(ROOT, 'infra/docker')
const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8')

type Kustomization = {
  resources: string[]
  secretGenerator: { name: string; envs: string[] }[]
  configMapGenerator: { name: string; envs?: string[]; files?: string[] }[]
}
const kustomization: Kustomization = parse(read('kustomization.yaml'))

const kinds = {
  Deployment,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  StatefulSet,
}
const documents = kustomization.resources.flatMap(path =>
  parseAllDocuments(read(path)).map(document => ({ path, ...document.toJS() })),
)
const nameOf = ({ kind, metadata }: { kind: string; metadata: { name: string } }) =>
  `${kind} ${metadata.name}`
const byName = new Map(documents.map(document => [nameOf(document), document]))

type Variable = {
  name: string
  value?: string
  valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: true } }
}
type Container = {
  name: string
  env?: Variable[]
  envFrom?: { configMapRef: { name: string } }[]
  resources: { requests: object; limits: object }
  securityContext: object
  livenessProbe?: object
  readinessProbe?: object
}
const workloads = documents.filter(({ spec }) => spec?.template?.spec?.containers)
const containersOf = ({ spec }: (typeof documents)[number]): Container[] => [
  ...(spec.template.spec.initContainers ?? []),
  ...spec.template.spec.containers,
]

/** The variables in a file of settings. */
const variablesIn = (path: string) =>
  Object.fromEntries(
    [...read(path).matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

/** What TypeScript objects to in a text that is no file. */
const mistakesIn = (file: string, text: string): string[] => {
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

describe('the Kubernetes manifest', () => {
  it('names every file of its folder, and none that is not there', () => {
    const generated = [...kustomization.secretGenerator, ...kustomization.configMapGenerator]
    const files = generated.flatMap(({ envs = [], files = [] }: { envs?: string[]; files?: string[] }) => [
      ...envs,
      ...files,
    ])
    const named = [...kustomization.resources, ...files].filter(path => path !== 'kubernetes/secrets.env')
    expect(named.filter(path => !existsSync(join(FOLDER, path)))).toEqual([])
    const there = readdirSync(join(FOLDER, 'kubernetes')).map(name => `kubernetes/${name}`)
    expect(there.filter(path => !named.includes(path) && path !== 'kubernetes/secrets.env')).toEqual([])
  })

  it.each(documents.map(document => [nameOf(document), document] as const))(
    'has %s as the schema of Kubernetes wants it',
    (_, { path: _path, ...document }) => {
      const Kind = kinds[document.kind as keyof typeof kinds]
      expect(document.apiVersion).toBe(Kind.apiVersion)
      expect(() => new Kind(document).validate()).not.toThrow()
    },
  )

  // The schema lets fields pass that it does not know. The types do not.
  it('has no field that Kubernetes does not know', { timeout: 60_000 }, () => {
    const file = join(ROOT, 'infra/stack/src/manifest.ts')
    const lines = documents.map(({ path: _path, ...document }, n) => {
      return `export const d${n}: import('kubernetes-models/${document.apiVersion}/${document.kind}').I${document.kind} = ${JSON.stringify(document)}`
    })
    expect(mistakesIn(file, `${lines.join('\n')}\n`)).toEqual([])
    expect(mistakesIn(file, (lines[0] ?? '').replace('"metadata"', '"metadatum"'))).toHaveLength(1)
  })

  it.each(workloads.map(document => [nameOf(document), document] as const))(
    'gives %s no rights that it does without, and limits',
    (_, document) => {
      const { spec } = document.spec.template
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 30,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of containersOf(document)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
      // Nobody asks what takes the backups: their age tells.
      const isWatched = document.kind !== 'Job' && nameOf(document) !== 'Deployment backups'
      for (const { livenessProbe, readinessProbe } of spec.containers as Container[])
        expect([livenessProbe !== undefined, readinessProbe !== undefined]).toEqual([isWatched, isWatched])
    },
  )

  const generated = new Map(
    [...kustomization.secretGenerator, ...kustomization.configMapGenerator].map(each => [each.name, each]),
  )
  const secretsRead = (container: Container) =>
    (container.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])

  it('takes every secret from the file that the README says how to write', () => {
    const readme = read('README.md')
    const keys = workloads.flatMap(containersOf).flatMap(secretsRead)
    expect(keys.length).toBeGreaterThan(10)
    for (const { name, key } of keys) {
      expect(generated.get(name)?.envs).toEqual(['kubernetes/secrets.env'])
      expect(readme).toMatch(new RegExp(`\\b${key}\\b`))
    }
  })

  const SERVICES = ['gateway', 'projectors', 'workers'] as const
  const containerOf = (service: (typeof SERVICES)[number]) =>
    containersOf(byName.get(`Deployment ${service}`))[0] as Container
  const filesOf = (container: Container) =>
    (container.envFrom ?? []).flatMap(({ configMapRef }) => generated.get(configMapRef.name)?.envs ?? [])
  /** The variables of a service, with a made-up text for each secret. */
  const environmentOf = (container: Container): Record<string, string> => {
    const all: Record<string, string> = Object.assign({}, ...filesOf(container).map(variablesIn))
    for (const { name, value, valueFrom } of container.env ?? [])
      if (value !== undefined) all[name] = value
      else if (valueFrom?.secretKeyRef?.optional) all[name] = ''
      else all[name] = name === 'SMTP_URL' ? 'smtps://user:password@host' : '0123456789abcdef'.repeat(2)
    return all
  }
  const examples = [
    ...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm),
  ].map(([, name = '']) => name)
  /** The passwords that go into urls. */
  const passwordsOf = (service: (typeof SERVICES)[number]) => [
    'DATABASE_PASSWORD',
    'NATS_PASSWORD',
    ...(service === 'gateway' ? ['EXPORTER_DATABASE_PASSWORD'] : []),
  ]
  /** Settings of the embedded event store, and those that another one replaces here. */
  const NOT_HERE = new Set([
    ...['DATA_DIR', 'EVENT_STORE_SECRET', 'EXPORTER_EVENT_STORE_URL', 'EXPORTER_EVENT_STORE_SECRET'],
  ])

  it.each(SERVICES)('starts %s with settings that it takes, and with no others', service => {
    const container = containerOf(service)
    const environment = environmentOf(container)
    // The folders of a pod are not on this machine.
    const here = 'STORAGE_DIRS' in environment ? { ...environment, STORAGE_DIRS: ROOT } : environment
    expect(() => loadConfig(service, here)).not.toThrow()
    const known: string[] = [...settingsOf[service].map(variable), ...passwordsOf(service)]
    expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([])
    const missing = known.filter(name => examples.includes(name) && !(name in environment))
    expect(missing.filter(name => !NOT_HERE.has(name))).toEqual([])
  })

  it('starts what takes the backups with settings that it takes, and with no others', () => {
    const container = containersOf(byName.get('Deployment backups'))[0] as Container
    const environment = environmentOf(container)
    expect(() => loadConfig('backup', { ...environment, BACKUP_IDENTITY: '' })).not.toThrow()
    const known: string[] = [...settingsOf.backup.map(variable), 'DATABASE_PASSWORD']
    expect(Object.keys(environment).filter(name => !known.includes(name))).toEqual([])
    const missing = known.filter(name => examples.includes(name) && !(name in environment))
    expect(missing.filter(name => !NOT_HERE.has(name))).toEqual([])
  })

  it.each(SERVICES)('asks %s whether it lives and is ready', service => {
    expect(containerOf(service)).toMatchObject({
      args: ['infra/stack/src/run-service.ts', service],
      livenessProbe: { httpGet: { path: '/livez' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
    })
  })

  it('gives workers no secret of others and no way to the event store', () => {
    const container = containerOf('workers')
    expect(new Set(secretsRead(container).map(({ key }) => key))).toEqual(new Set(['WORKERS_PASSWORD']))
    expect(Object.keys(environmentOf(container)).filter(name => name.includes('EVENT_STORE'))).toEqual([])
    const values = (policy: string) => JSON.stringify(byName.get(`NetworkPolicy ${policy}`).spec)
    expect(values('workers')).not.toContain('eventstore')
    const { ingress } = byName.get('NetworkPolicy eventstore').spec
    const callers = ingress.flatMap(({ from }: { from: { podSelector: object }[] }) =>
      from.map(({ podSelector }) => podSelector),
    )
    expect(callers).toEqual([
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['gateway', 'projectors', 'backups'] }] },
      { matchLabels: { app: 'eventstore' } },
    ])
  })

  it('lets nothing pass that no policy names, and workers to no private network', () => {
    expect(byName.get('NetworkPolicy nothing-by-default').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    for (const name of ['workers', 'gateway', 'backups']) {
      const blocks = byName
        .get(`NetworkPolicy ${name}`)
        .spec.egress.flatMap(({ to }: { to: { ipBlock?: { cidr: string; except?: string[] } }[] }) =>
          to.flatMap(({ ipBlock }) => ipBlock ?? []),
        )
      const privates = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16']
      expect(blocks).toEqual([
        { cidr: '0.0.0.0/0', except: [...privates, '172.16.0.0/12', '192.168.0.0/16'] },
        { cidr: '2000::/3' },
      ])
    }
  })
})
