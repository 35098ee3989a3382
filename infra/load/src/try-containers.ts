import { parseArgs } from 'node:util'
import { until } from '@lectern/stack/probes.ts'
import { engineOf } from './containers/engine.ts'
import { signUpPeople } from './containers/people.ts'
import { killEach, rollEach } from './containers/rounds.ts'
import { createApiClient } from './world/api-client.ts'

/** Kills and restarts the containers of a compose project that serves on a port of this machine; infra/docker/try.sh starts it. */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'podman' },
    project: { type: 'string', default: '' },
    port: { type: 'string', default: '8080' },
    /** Services of which another takes over at once: no request may fail while one of them is restarted. */
    roll: { type: 'string', default: '' },
  },
})
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const began = performance.now()
const api = createApiClient(Number(values.port))
await until(
  'Lectern',
  async () => (await api.ask({ method: 'GET', path: '/readyz' }).catch(() => undefined))?.status === 200,
  180_000,
)
say(`  ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`)

const engine = engineOf(values.engine, values.project)
const containers = await engine.containers()
for (const container of containers) await engine.healthy(container)
say(`  ${containers.length} containers are healthy`)
const people = await signUpPeople(Number(values.port), 4)
const rolled = values.roll.split(',')
const violations = [
  ...(await rollEach(
    engine,
    containers.filter(({ service }) => rolled.includes(service)),
    people,
    say,
  )),
  ...(await killEach(engine, containers, people, say)),
]
for (const violation of violations.slice(0, 20)) say(`  ${violation}`)
process.exitCode = violations.length === 0 ? 0 : 1
