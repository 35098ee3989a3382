import { AuditFault } from '@lectern/platform/audit/fault.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { exportAudit } from './audit/export.ts'
import { verifyAudit } from './audit/verify.ts'

/**
 * `make audit-export FILE=… [AFTER=earlier,…] [LIBRARY=…]` and `make audit-verify FILE=… [AFTER=earlier,…]`, with the
 * environment of projectors. @returns a sentence for the operator
 */
const audit = async (what: string | undefined, env: NodeJS.ProcessEnv): Promise<string> => {
  const { FILE: file, AFTER = '', LIBRARY = '' } = env
  if (!file) throw new AuditFault(`FILE must name the file: make audit-${what} FILE=audit.jsonl`)
  const earlier = AFTER.split(',').filter(Boolean)
  const config = loadConfig('projectors', env)
  const store = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret })
  try {
    const storeId = await ensureStoreId(store)
    if (what === 'verify') {
      const { events, hash, gaps } = await verifyAudit(store, storeId, { file, earlier })
      const gone = gaps > 0 ? ` ${gaps} of them went with accounts that were closed.` : ''
      return `${file} is whole and agrees with the store. Events: ${events}, head: ${hash}${gone && `.${gone}`}`
    }
    const { events, hash } = await exportAudit(store, storeId, { file, libraryId: LIBRARY || null, earlier })
    return `${file} is written. Events: ${events}. Keep its head elsewhere: ${hash}`
  } finally {
    await store.close()
  }
}

try {
  process.stdout.write(`${await audit(process.argv[2], process.env)}\n`)
} catch (error) {
  const isPlain = error instanceof AuditFault
  process.stderr.write(`audit: ${isPlain ? error.message : String((error as Error)?.stack ?? error)}\n`)
  process.exitCode = 1
}
