import { parentPort, workerData } from 'node:worker_threads'
import { connectPostgres, isPostgresUnavailable } from '@lectern/platform/postgres/postgres.ts'
import { type ChunkWithNotes, chunksOf } from '../sources/chunk.ts'
import { detect } from '../sources/detect.ts'
import { FileRefused, type SourceFile } from '../sources/source.ts'
import { makePreview, storePreview } from './preview.ts'
import type { Answer, Message, Task } from './tasks.ts'
import { openUpload, UploadGone } from './upload-file.ts'

// Files of strangers are parsed here, so that one which takes too long or too much memory ends this thread alone.

const { databaseUrl }: { databaseUrl: string } = workerData
const pool = connectPostgres({ url: databaseUrl, name: 'imports', max: 1 })
let chunks: AsyncIterator<ChunkWithNotes> | undefined

const open = async (uploadId: string): Promise<SourceFile> => {
  const file = await openUpload(pool, uploadId)
  if (file === undefined) throw new UploadGone(uploadId)
  return file
}

const begin = async (task: Task): Promise<Answer> => {
  const file = await open(task.uploadId)
  const format = await detect(file, task.source)
  if (task.kind === 'preview') {
    await storePreview(pool, await makePreview(file, format, { ...task, pool, now: new Date() }))
    return { kind: 'preview' }
  }
  chunks = chunksOf(format.read(file), { now: new Date(task.requestedAt), fromRow: task.fromRow })
  return next()
}

const next = async (): Promise<Answer> => {
  const { value, done } = (await chunks?.next()) ?? { done: true }
  return done ? { kind: 'end' } : { kind: 'chunk', chunk: value }
}

const failureOf = (error: unknown): Answer => {
  if (error instanceof FileRefused) return { kind: 'refused', reason: error.reason }
  if (error instanceof UploadGone) return { kind: 'gone' }
  return {
    kind: 'failed',
    message: String((error as Error)?.stack ?? error),
    isOutage: isPostgresUnavailable(error),
  }
}

parentPort?.on('message', (message: Message) => {
  const answering = message.kind === 'next' ? next() : begin(message)
  answering.catch(failureOf).then(answer => parentPort?.postMessage(answer))
})
