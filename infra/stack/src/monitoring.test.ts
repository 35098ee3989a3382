import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './services.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const file = (name: string) => read(`infra/docker/monitoring/${name}`)

type Rule = {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly annotations: { readonly summary: string }
}
type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly { readonly expr: string }[]
}
type Scrape = {
  readonly job_name: string
  readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[]
}

const alerts: Rule[] = parse(file('alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules)
const dashboard: { schemaVersion: number; panels: Panel[] } = JSON.parse(file('lectern-dashboard.json'))
const prometheus: { rule_files: string[]; scrape_configs: Scrape[] } = parse(file('prometheus.yml'))
const compose = parse(read('docker-compose.yml'), { merge: true })

/** Metrics of the table, by name, with the series that a histogram has. */
const ofTable = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(
  ([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map(part => `${name}_${part}`) : [name],
)
const ofEachProcess = createMetrics('test')
  .getMetricsAsArray()
  .map(({ name }) => name)
const known = new Set(['up', ...ofTable, ...ofEachProcess])

const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'offset', 'bool'])
/** Words of an expression that are neither functions, keywords, labels nor durations. */
const metricsIn = (expr: string): string[] => {
  const bare = expr
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/(?<![\w.])[a-z_:]\w*\b(?!\s*\()/gi)]
    .map(([word]) => word)
    .filter(word => !KEYWORDS.has(word))
}

const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
)
const expressions = [...alerts.map(({ alert, expr }) => ({ title: alert, expr })), ...shown]

it.each(expressions)('$title asks for metrics that exist', ({ expr }) => {
  const named = metricsIn(expr)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(name => !known.has(name))).toEqual([])
  const jobs = prometheus.scrape_configs.map(({ job_name }) => job_name)
  for (const [, job] of expr.matchAll(/job="(.*?)"/g)) expect(jobs).toContain(job)
})

describe('alerts.yml', () => {
  it.each(alerts)('$alert waits before it fires, and says one sentence', rule => {
    expect(rule.for).toMatch(/^\d+[mh]$/)
    expect(rule.annotations.summary).toMatch(/^[^.].*\.$/)
  })

  it('has names that differ', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
  })

  it('warns of memory between 75 and 95 % of the limits of the containers', () => {
    const { expr = '' } = alerts.find(({ alert }) => alert === 'LecternMemory') ?? {}
    const warned = [...expr.matchAll(/process="(\w+)"\} > (\S+)/g)]
    expect(warned.map(([, name]) => name)).toEqual(['gateway', 'projectors', 'workers'])
    for (const [, name = '', bytes] of warned) {
      const [, size, unit] = /^(\d+)([mg])$/.exec(compose.services[name].mem_limit) ?? []
      const limit = Number(size) * 1024 ** (unit === 'g' ? 3 : 2)
      expect(Number(bytes) / limit).toBeGreaterThan(0.75)
      expect(Number(bytes) / limit).toBeLessThan(0.95)
    }
  })
})

describe('lectern-dashboard.json', () => {
  it('has a panel in each row, each with an id of its own, of the Prometheus that a person chooses', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Requests', 'Lag', 'Work', 'Stores', 'Processes'])
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { datasource, targets } of dashboard.panels)
      if (targets) expect(datasource?.uid).toBe(`\${datasource}`)
  })

  it('shows each metric of the table', () => {
    const text = JSON.stringify(dashboard)
    const missing = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \|/gm)].filter(
      ([, name = '']) => !text.includes(name),
    )
    expect(missing.map(([, name]) => name)).toEqual([])
  })
})

describe('prometheus.yml', () => {
  it('takes the alerts, and asks each service at its internal port', () => {
    expect(prometheus.rule_files).toEqual(['alerts.yml'])
    const [found] = prometheus.scrape_configs.flatMap(scrape => scrape.dns_sd_configs)
    const withMetrics = Object.entries<{ environment?: { INTERNAL_PORT?: string }; networks?: string[] }>(
      compose.services,
    ).filter(([, { environment }]) => environment?.INTERNAL_PORT === String(found?.port))
    expect(withMetrics.map(([name]) => name).toSorted()).toEqual(found?.names.toSorted())
    for (const [, { networks }] of withMetrics) expect(networks).toContain('data')
  })
})
