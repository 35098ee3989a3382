import multipart from '@fastify/multipart'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { FORM_LIMITS, readForm } from './form.ts'
import type { Uploads } from './uploads.ts'

it.each([
  ['of 257 characters', `; boundary=${'b'.repeat(257)}`],
  ['that is empty', '; boundary='],
  ['that is missing', ''],
])('refuses a form with a boundary %s', async (_, boundary) => {
  const app = fastify()
  await app.register(multipart, { limits: FORM_LIMITS })
  app.post('/', request => readForm(request, { userId: '', libraryId: '' }, {} as Uploads))
  const refused: unknown[] = []
  app.setErrorHandler((error, _request, reply) => {
    refused.push(error)
    return reply.send()
  })
  await app.inject({
    ...{ method: 'POST', url: '/', payload: '--b--' },
    headers: { 'content-type': `multipart/form-data${boundary}` },
  })
  expect(refused).toEqual([expect.any(Rejected)])
  expect(refused).toMatchObject([{ code: 'bad-request' }])
})
