import { commandSubjects, ExtractJob } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { command } from '@lectern/platform/nats/request.ts'
import { Counter } from '@lectern/platform/process/metrics.ts'
import { createPageReader } from '../read-page/reader-thread.ts'
import type { WorkerTools } from '../tools.ts'
import { doWork, waitForPostgres } from '../work/do-work.ts'
import type { Taken } from '../work/work-table.ts'
import { contentStore } from './content-store.ts'
import { isUnneeded } from './deleted-link.ts'
import { type ExtractTools, extractArticle } from './extract-article.ts'
import { pageMemory } from './page-memory.ts'
import { readProvidedPage } from './provided-pages.ts'
import { type PageInWork, rankOf, wantedPages } from './turns.ts'

/** Takes pages that wait and reads each when it has a turn. @throws when sanitising does not work */
export async function startExtracting(tools: WorkerTools): Promise<void> {
  const { pool, nats, allow, hosts, log, metrics, signal, onStop } = tools
  const reader = createPageReader({ allow })
  onStop(() => reader.stop())
  await reader.check()

  const outcomes = new Counter({
    name: 'lectern_extractions_total',
    help: 'Pages by rank (interactive, bulk) and outcome: extracted, unneeded, or the reason of the failure',
    labelNames: ['rank', 'outcome'],
    registers: [metrics],
  })
  const extractTools: ExtractTools = {
    safeFetch: tools.safeFetch,
    reader,
    store: contentStore(pool),
    providedPage: pageId => readProvidedPage(pool, pageId),
    memory: pageMemory(),
    isUnneeded: (job, rank) => isUnneeded(pool, job, rank),
    record: (outcome, until) => command(nats, commandSubjects.recordArticle, outcome, { signal: until, log }),
    log,
  }
  const inWork = new Set<PageInWork>()
  const work = async ({ kind, libraryId, host, job, since }: Taken, look: () => void) => {
    const rank = rankOf(kind)
    const page: PageInWork = { rank, libraryId, host, isFetching: true }
    inWork.add(page)
    const fetched = () => {
      page.isFetching = false
      look()
    }
    try {
      const turn = { rank, signal, since, fetched }
      const outcome = await waitForPostgres(extractArticle(ExtractJob.parse(job), turn, extractTools))
      outcomes.inc({ rank, outcome })
    } finally {
      inWork.delete(page)
    }
  }
  const wanted = () => wantedPages(inWork, hosts, tools.runningImports.size > 0)
  const working = doWork({ ...tools, kinds: [workKinds.saved, workKinds.imported], wanted, work })
  onStop(() => working)
}
