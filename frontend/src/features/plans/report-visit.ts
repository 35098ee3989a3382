import type { PageEventRequest } from '@lectern/contracts/api/page-events.ts'
import { sendOk } from '../../lib/api.ts'
import { keepInTab, readInTab } from '../../lib/tab-storage.ts'
import type { Visit } from './thank-you-query.ts'

const KINDS: readonly PageEventRequest['kind'][] = ['purchase', 'conversion']
const KEY = 'reported-visit'

/** Reports a visit of the thank-you page once in this tab. After a failure, a reload reports it again. */
export const reportVisit = async (visit: Visit): Promise<void> => {
  const reported = JSON.stringify(visit)
  if (readInTab(KEY) === reported) return
  keepInTab(KEY, reported)
  const report = (kind: PageEventRequest['kind']) =>
    sendOk({ method: 'POST', path: '/api/page-events', body: { kind, ...visit }, keepalive: true })
  try {
    await Promise.all(KINDS.map(report))
  } catch {
    keepInTab(KEY, null)
  }
}
