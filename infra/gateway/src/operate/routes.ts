import { Rejected } from '@lectern/contracts/api/errors.ts'
import { DropJob, type Operation, RetryJobs, type SettledJobs } from '@lectern/contracts/api/operation.ts'
import { type Caller, requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { GiveUpParts } from './give-up.ts'
import { dropJob, retryJobs } from './jobs.ts'
import { type OperationParts, operationOf } from './operation.ts'

export type OperateParts = OperationParts &
  GiveUpParts & {
    /** Ids of the accounts that may. */
    readonly operators: readonly string[]
    readonly log: Log
  }

/** What /operate asks for. Everybody but operators in their browser is answered as if there were nothing. */
export const operateRoutes =
  (parts: OperateParts): FastifyPluginAsync =>
  async app => {
    const { pool, operators, log } = parts
    const mayOperate = ({ userId, token }: Caller) => token === undefined && operators.includes(userId)
    app.addHook('onRequest', async (request, reply) => {
      if (!mayOperate(requireCaller(request))) throw new Rejected('not-found')
      reply.header('cache-control', 'no-store')
    })
    const note = (request: FastifyRequest, what: object, message: string) =>
      log.info({ operator: requireCaller(request).userId, ...what }, message)

    app.get('/api/operation', async (): Promise<Operation> => operationOf(parts))

    app.post('/api/operation/retry', async (request): Promise<SettledJobs> => {
      const { kind, key } = readInput(RetryJobs, request.body)
      const jobs = await retryJobs(pool, kind, key)
      note(request, { kind, key, jobs }, 'an operator has jobs done again')
      return { jobs }
    })
    app.post('/api/operation/drop', async (request): Promise<SettledJobs> => {
      const { kind, key } = readInput(DropJob, request.body)
      const jobs = await dropJob(parts, kind, key)
      note(request, { kind, key, jobs }, 'an operator dropped a job')
      return { jobs }
    })
  }
