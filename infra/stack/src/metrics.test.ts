import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './services.ts'

type Metric = {
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
}

const listOf = (text = '', quote: string) =>
  text.split(', ').flatMap(each => each.replaceAll(quote, '') || [])

const sources = globSync(['*/src/**/*.ts', 'infra/*/src/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
  .filter(path => !/\.test\.ts$|\/test-support\/|^frontend/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const MADE = /new (Gauge|Counter|Histogram|Summary)\(\{\n\s+name: '(\w+)',([\s\S]*?)registers:/g
const inCode = sources.flatMap(({ path, text }) =>
  [...text.matchAll(MADE)].map(([, type = '', name = '', rest = '']) => ({
    ...{ path, name, type: type.toLowerCase() },
    labels: listOf(/labelNames: \[(.*)\]/.exec(rest)?.[1], "'"),
  })),
)

const ROW = /^\| `(\w+)` \| (\w+) \| (.*?) ?\| (.+?) \| (.+) \|$/gm
const inTable = [...readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8').matchAll(ROW)].map(
  ([, name = '', type = '', labels = '', processes = '']) => ({
    ...{ name, type },
    labels: listOf(labels, '`'),
    processes: processes.split(', '),
  }),
)

const facts = (metrics: readonly Metric[]) =>
  metrics.map(({ name, type, labels }) => `${name} ${type} (${labels.join()})`).toSorted()

describe('docs/metrics.md', () => {
  it('has each metric of the code and no other, with its type and labels', () => {
    expect(inTable.length).toBeGreaterThan(10)
    expect(facts(inTable)).toEqual(facts(inCode))
  })

  it('names the process of each metric', () => {
    const homes = { 'infra/gateway': 'gateway', projectors: 'projectors', workers: 'workers' }
    for (const { name, processes } of inTable) {
      const path = inCode.find(metric => metric.name === name)?.path ?? ''
      const [, home] = Object.entries(homes).find(([folder]) => path.startsWith(`${folder}/`)) ?? []
      if (home) expect({ name, processes }).toEqual({ name, processes: [home] })
      else for (const each of processes) expect(Object.values(homes)).toContain(each)
    }
  })
})

describe('the metrics of the code', () => {
  it('begin with a literal name, which this test can read', () => {
    const made = sources.flatMap(({ text }) => [...text.matchAll(/new (Gauge|Counter|Histogram|Summary)\b/g)])
    expect(inCode.length).toBe(made.length)
  })

  it.each(inCode)('$name keeps to the conventions of Prometheus', ({ name, type }) => {
    expect(name).toMatch(/^lectern_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total')).toBe(type === 'counter')
    // Units are base units, and the type is no part of the name.
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|hours|days|kb|mb|gb|percent)(_|$)/)
    expect(name).not.toMatch(/_(gauge|counter|histogram|summary|count|sum|bucket)(_|$)/)
  })

  it('have no label that names a person, a library or an address', () => {
    const bounded = ['kind', 'lane', 'method', 'outcome', 'rank', 'status']
    expect([...new Set(inCode.flatMap(({ labels }) => labels))].toSorted()).toEqual(bounded)
  })
})
