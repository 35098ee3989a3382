import { serveBareList } from './bare-list.ts'
import { serveBareSave } from './bare-save.ts'

const { LIMIT, DATABASE_URL = '', EVENT_STORE_URL = '', EVENT_STORE_SECRET = '' } = process.env

// Each in a process of its own, as the gateway is.
const port =
  LIMIT === 'list'
    ? await serveBareList(DATABASE_URL)
    : await serveBareSave(DATABASE_URL, { url: EVENT_STORE_URL, secret: EVENT_STORE_SECRET })
process.send?.(port)
process.on('disconnect', () => process.exit(0))
