import { EraseContent, eraseSubjects } from '@lectern/contracts/jobs.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import type { WorkerTools } from '../tools.ts'
import { eraseContent } from './erase-content.ts'

/** Erases what command-api names of accounts that are closed. */
export function startErasing({ nats, pool, log, onStop }: WorkerTools): void {
  onStop(
    answerRequests({
      nats,
      subject: eraseSubjects.content,
      queue: 'workers',
      schema: EraseContent,
      atOnce: 1,
      log,
      handle: async wanted => {
        await eraseContent(pool, wanted)
        return { ok: true }
      },
    }),
  )
}
