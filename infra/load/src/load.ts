import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readState } from '@lectern/stack/data-dir.ts'
import { holder } from '@lectern/stack/lock.ts'
import { accepts, answersOk } from '@lectern/stack/probes.ts'
import { readSettings } from '@lectern/stack/settings.ts'
import { StartError } from '@lectern/stack/start-error.ts'
import { findK6 } from './k6/find-k6.ts'
import { allMet, printResults, type Result } from './k6/results.ts'
import { loopback } from './k6/target.ts'
import { serve } from './world/child.ts'

const ALL = ['smoke', 'saves', 'mixed', 'imports', 'soak']
const SCRIPTS = fileURLToPath(new URL('../k6/', import.meta.url))
const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))
/** The pages of saved links are served here; FETCH_ALLOW_HOSTS of the stack names it. */
const SITE_PORT = 8099

const scriptsOf = ({ SCRIPTS: names }: NodeJS.ProcessEnv): string[] => {
  const wanted = names ? names.split(',') : ALL
  const unknown = wanted.find(name => !ALL.includes(name))
  if (unknown === undefined) return wanted
  throw new StartError(`There is no load script ${unknown}: choose from ${ALL.join(', ')}.`)
}

/** The Lectern at BASE_URL, else the one that runs on DATA_DIR, else the one at PORT. @throws StartError if none answers */
const findStack = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const { dataDir, port } = readSettings(env)
  const running = holder(dataDir) ? readState(dataDir).url : undefined
  const url = loopback(env.BASE_URL || running || `http://127.0.0.1:${port}`)
  const host = url.hostname.replace(/[[\]]/g, '')
  if (await answersOk(Number(url.port || 80), '/readyz', host)) return url.origin
  throw new StartError(
    `No Lectern serves ${url.origin}: start it with RATE_LIMITS=off FETCH_ALLOW_HOSTS=127.0.0.1:${SITE_PORT} make start.`,
  )
}

const goPath = () => spawnSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).stdout?.trim()

const run = async (k6: string, script: string, env: NodeJS.ProcessEnv): Promise<Result> => {
  const [json, html] = [join(RESULTS, `${script}.json`), join(RESULTS, `${script}.html`)]
  for (const file of [json, html]) rmSync(file, { force: true })
  const args = ['run', '--quiet', '--summary-export', json, join(SCRIPTS, `${script}.js`)]
  const child = spawn(k6, args, {
    stdio: 'inherit',
    env: {
      ...env,
      K6_NO_USAGE_REPORT: 'true',
      K6_WEB_DASHBOARD: 'true',
      // Nothing listens; the page is written at the end.
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_WEB_DASHBOARD_PERIOD: '1s',
      K6_WEB_DASHBOARD_EXPORT: html,
    },
  })
  const [code] = await once(child, 'exit')
  const status = code ?? 1
  if (!existsSync(json)) return { script, status }
  // setup_data has the sessions of the people who were signed up.
  const { setup_data, ...summary } = JSON.parse(readFileSync(json, 'utf8'))
  writeFileSync(json, `${JSON.stringify(summary, null, 2)}\n`)
  return { script, status, summary }
}

/** @returns whether every script met its thresholds */
const load = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const scripts = scriptsOf(env)
  const k6 = findK6(env, goPath)
  const BASE_URL = await findStack(env)
  if (await accepts(SITE_PORT))
    throw new StartError(`Port ${SITE_PORT} is taken, where load tests serve pages.`)
  const host = await serve(new URL('world/fixture-host.ts', import.meta.url), {
    FIXTURE_PORT: String(SITE_PORT),
  })
  mkdirSync(RESULTS, { recursive: true })
  const results: Result[] = []
  try {
    for (const script of scripts) {
      process.stderr.write(`${new Date().toISOString()} Running ${script} against ${BASE_URL}.\n`)
      results.push(await run(k6, script, { ...env, BASE_URL, SITE: `http://127.0.0.1:${host.port}` }))
    }
  } finally {
    host.close()
  }
  process.stdout.write(`\n${printResults(results)}\nSummaries as JSON and HTML are in ${RESULTS}\n`)
  return allMet(results)
}

try {
  process.exitCode = (await load(process.env)) ? 0 : 1
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
