import {
  BODY_MAX,
  BULK_BODY_MAX,
  DIRECT_BODY_MAX,
  EDIT_BODY_MAX,
  LINK_BODY_MAX,
  NOTE_BODY_MAX,
  PAGE_BODY_MAX,
} from '@lectern/contracts/limits.ts'
import { TOKEN_ROUTES, UNDOCUMENTED_ROUTES } from '@lectern/contracts/token-routes.ts'
import { duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { type ApiRequest, Bytes } from './world/api-client.ts'
import { signUp } from './world/users.ts'
import { startWithPool } from './world/with-pool.ts'

const stack = duringTests(() => startWithPool({ LOG_LEVEL: 'error' }))

/** The logout comes last, since it ends the session of the others. */
const routes = [...Object.keys(TOKEN_ROUTES), ...Object.keys(UNDOCUMENTED_ROUTES)]
  .filter(route => !route.startsWith('GET '))
  .toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')))
/** The limits of all routes, in bytes. */
const sizes = [
  ...[BODY_MAX, LINK_BODY_MAX, EDIT_BODY_MAX, BULK_BODY_MAX, NOTE_BODY_MAX, PAGE_BODY_MAX, DIRECT_BODY_MAX],
].toSorted((a, b) => b - a)
/** Empty objects, which take most memory for their bytes. */
const bodyOf = (size: number) =>
  new Bytes('application/json', `{"articles":[${'{},'.repeat((size - 20) / 3)}{}]}`)

test('no body of any route ends the gateway', async () => {
  const gateway = stack.pidOf('gateway')
  const [person] = await signUp({ port: stack.port, pool: stack.pool, prefix: 'body' }, 1)
  /** A server that refuses a body reads little of it, and the client may notice that before the answer. */
  const statusOf = (request: ApiRequest) =>
    person?.api.ask(request).then(
      ({ status }) => status,
      () => 413,
    )
  const failed: unknown[] = []
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const request = { method: method as ApiRequest['method'], path: path.replace(/:\w+/g, '1') }
    let status: number | undefined = 413
    for (const size of sizes) if (status === 413) status = await statusOf({ ...request, body: bodyOf(size) })
    expect([route, stack.pidOf('gateway')]).toEqual([route, gateway])
    if (status === undefined || status >= 413) failed.push([route, status])
  }
  expect(failed).toEqual([])
  expect(await stack.ready()).toBe(true)
})
