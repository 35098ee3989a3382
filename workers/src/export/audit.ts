import { createChain, rootOf } from '@lectern/platform/audit/chain.ts'
import { auditLines } from '@lectern/platform/audit/lines.ts'
import { countOfLibrary } from '@lectern/platform/audit/live-events.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { readStoreId } from '@lectern/platform/event-store/store-id.ts'
import { inBatches, type Source } from './formats/format.ts'

/** The events of a library, read when the file is made. @param store is closed with the source */
export const openAudit = async (store: EventStore, libraryId: string): Promise<Source> => {
  try {
    return {
      total: await countOfLibrary(store, libraryId),
      file: told => inBatches(linesOf(store, libraryId, told)),
      [Symbol.asyncDispose]: () => store.close(),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function* linesOf(
  store: EventStore,
  libraryId: string,
  told: () => Promise<void>,
): AsyncGenerator<string> {
  const storeId = await readStoreId(store)
  if (storeId === undefined) throw new Error('The event store has no id')
  const scope = { storeId, libraryId }
  const chain = createChain(rootOf(scope))
  let written = 0
  for await (const line of auditLines(store, scope, chain)) {
    yield line
    for (; written < chain.head().lines; written += 1) await told()
  }
}
