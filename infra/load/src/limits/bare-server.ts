import { serveBareList } from './bare-list.ts'
import { serveBareReads } from './bare-reads.ts'
import { serveBareSave } from './bare-save.ts'

const { LIMIT, DATABASE_URL = '', EVENT_STORE_URL = '', EVENT_STORE_SECRET = '' } = process.env

const servers: Record<string, () => Promise<number>> = {
  list: () => serveBareList(DATABASE_URL),
  save: () => serveBareSave(DATABASE_URL, { url: EVENT_STORE_URL, secret: EVENT_STORE_SECRET }),
  reads: () => serveBareReads(DATABASE_URL),
}

// Each bare server runs in its own process, like the gateway.
process.on('disconnect', () => process.exit(0))
process.send?.(await servers[LIMIT ?? '']?.())
