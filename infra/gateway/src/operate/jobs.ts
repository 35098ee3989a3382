import {
  dropMail,
  type FailedMail,
  failedMails,
  mailKey,
  retryMails,
} from '@lectern/command-api/mail/failed-mails.ts'
import { mailHealth } from '@lectern/command-api/mail/mails.ts'
import type { FailedJob, JobKind } from '@lectern/contracts/api/operation.ts'
import { type WorkKind, workKinds } from '@lectern/contracts/work.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import {
  type FailedWork,
  failedWork,
  findFailedWork,
  removeFailedWork,
  retryWork,
} from '@lectern/platform/work/failed-work.ts'
import { type JobHealth, workHealth } from '@lectern/platform/work/work-health.ts'
import { type GiveUpParts, giveUp } from './give-up.ts'
import { hideAddresses } from './hide-addresses.ts'

/** As many are listed, of work and of mails. */
const LISTED = 100

const MAIL = 'mail'
const PICTURES =
  'The articles show none of the copies that were still missing, until somebody opens them again.'
const PAGE =
  'The link says that its page could not be read, and its reader may try again. A page that was sent from a browser is deleted.'

/** What the jobs are, and what people lack when one is dropped. No link and no note is ever lost. */
const KINDS: Readonly<Record<string, { readonly name: string; readonly loses: string }>> = {
  [workKinds.saved]: { name: 'Pages that people saved', loses: PAGE },
  [workKinds.imported]: { name: 'Pages of imported links', loses: PAGE },
  [workKinds.file]: {
    name: 'Imports',
    loses: 'The import ends as failed. What it brought in stays, and the file can be imported again.',
  },
  [workKinds.opened]: { name: 'Pictures of opened articles', loses: PICTURES },
  [workKinds.pictures]: { name: 'Pictures of saved articles', loses: PICTURES },
  [workKinds.importedPictures]: { name: 'Pictures of imported articles', loses: PICTURES },
  [MAIL]: { name: 'Mails', loses: 'Nobody gets this mail.' },
}

const isWork = (kind: string): kind is WorkKind => Object.values(workKinds).some(known => known === kind)

/** How much waits, and how much failed for good, by kind. */
export const jobsOf = async (pool: Pool): Promise<JobKind[]> => {
  const counts = await failedCounts(pool)
  const healths: JobHealth[] = [await workHealth(pool), await mailHealth(pool)]
  return healths
    .flatMap(({ kinds }) => kinds)
    .map(({ kind, unfinished, oldestSeconds, isStalled }) => ({
      ...{ kind, waiting: unfinished, oldestSeconds, isStalled },
      failed: counts.get(kind) ?? 0,
      ...(KINDS[kind] ?? { name: kind, loses: '' }),
    }))
}

const failedCounts = async (pool: Pool): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ kind: string; count: number }>(
    `SELECT kind, count(*) FROM projections.work WHERE failed_at IS NOT NULL GROUP BY kind
     UNION ALL SELECT '${MAIL}', count(*) FROM command.mails WHERE failure IS NOT NULL`,
  )
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** The latest that failed for good. */
export const failedJobs = async (pool: Pool): Promise<FailedJob[]> => {
  const work = (await failedWork(pool, LISTED)).map(ofWork)
  const mails = (await failedMails(pool, LISTED)).map(ofMail)
  return [...work, ...mails].toSorted((a, b) => b.failedAt.localeCompare(a.failedAt))
}

const ofWork = ({
  kind,
  key,
  since,
  failedAt,
  failures,
  reason,
  host,
  libraryId,
}: FailedWork): FailedJob => ({
  ...{
    kind,
    key,
    host: host.startsWith('page:') ? '' : host,
    about: libraryId,
    reason: hideAddresses(reason),
  },
  ...{ since: since.toISOString(), failedAt: failedAt.toISOString(), attempts: failures + 1 },
})

const ofMail = (mail: FailedMail): FailedJob => ({
  ...{ kind: MAIL, key: mailKey(mail), host: '', about: mail.accountId, reason: hideAddresses(mail.reason) },
  ...{ since: mail.since.toISOString(), failedAt: mail.failedAt.toISOString(), attempts: null },
})

/** Has a job done again, or all of a kind. @returns how many */
export const retryJobs = async (pool: Pool, kind: string, key?: string): Promise<number> => {
  if (kind === MAIL) return retryMails(pool, key)
  return isWork(kind) ? retryWork(pool, kind, key) : 0
}

/** Forgets a job that failed for good, once everybody who waits for it is told. @returns how many */
export const dropJob = async (parts: GiveUpParts, kind: string, key: string): Promise<number> => {
  const { pool } = parts
  if (kind === MAIL) return dropMail(pool, key)
  const job = isWork(kind) ? await findFailedWork(pool, kind, key) : undefined
  if (job === undefined) return 0
  await giveUp(parts, job)
  return removeFailedWork(pool, job.kind, job.key)
}
