import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'

/** Fields of a form that are read. */
const FIELDS_MAX = 100

/** Lets the routes of this scope take forms. Everywhere else they are refused. */
export const takeForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, { ...parse(String(body), '&', '=', { maxKeys: FIELDS_MAX }) }),
  )
}
