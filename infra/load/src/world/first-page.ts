import { encodeCursor } from '@lectern/query-api/links/cursor.ts'

/** As the dashboard asks for it: query-api remembers the answer until something changes. */
export const FIRST_PAGE = '/api/links?limit=50'

const END_OF_TIME = encodeCursor({ createdAt: new Date('2100-01-01'), id: 1, inArticle: false })
/** The same links, read each time: what comes after a cursor is not remembered. */
export const FIRST_PAGE_READ = `${FIRST_PAGE}&cursor=${END_OF_TIME}`
