import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, test } from 'vitest'
import type { QueryTools } from '../tools.ts'
import { changesRoute } from './changes.ts'

test('HEAD opens no stream', async () => {
  const log = createLog('changes-test', 'silent')
  const app = createHttpApp({ log })
  app.addHook('onRequest', async request => {
    request.caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }
  })
  const hear = () => () => {}
  const model = {
    ...{ onChange: hear, onSessionEnded: hear, onAccountChanged: hear, onMembershipsChanged: hear },
  }
  changesRoute(app, { model, log } as unknown as QueryTools)
  expect((await app.inject({ method: 'HEAD', url: '/api/changes' })).statusCode).toBe(404)
  await app.close()
})
