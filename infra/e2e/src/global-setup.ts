import { startStack } from '@lectern/stack/start-stack.ts'
import { startFixtureSite } from './fixture-site.ts'
import { OPERATOR_ID } from './operator.ts'

/** Starts the fixture site and a stack that may fetch from it. Returns a function that stops both. */
export default async () => {
  const site = await startFixtureSite()
  const stack = await startStack({
    env: { RATE_LIMITS: 'off', FETCH_ALLOW_HOSTS: site.host, OPERATORS: OPERATOR_ID },
  })
  process.env.LECTERN_URL = stack.url
  process.env.LECTERN_DATA_DIR = stack.dataDir
  process.env.FIXTURE_SITE = site.url
  return async () => {
    await stack.stop()
    await site.close()
  }
}
