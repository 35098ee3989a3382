import { ImportSource } from '@lectern/contracts/import-sources.ts'
import { mayBuy, PLANS, type Plan, Tier } from '@lectern/contracts/plans.ts'
import { z } from 'zod/mini'
import { draftPrefix } from '../../data/drafts.ts'
import { newKey } from '../../lib/api.ts'
import { readStored, removeStored, storedKeys, writeStored } from '../../lib/storage.ts'

/**
 * An import that waits for a larger plan. The device keeps it from the moment when its payment begins, so that it goes on
 * after a reload and after the hosted page, too.
 */
const Waiting = z.object({
  uploadId: z.string(),
  source: ImportSource,
  fileName: z.string(),
  totalItems: z.int(),
  newItems: z.int(),
  /** What the person chose. An earlier version had no choice. */
  addToExisting: z._default(z.boolean(), false),
  /** How many articles the plan held and had when the import was refused. */
  limit: z.int(),
  currentCount: z.int(),
  /** The plan that is bought. */
  tier: Tier,
  /** The payment of the card form, if that is how the person pays. */
  paymentIntentId: z.optional(z.string()),
  /** Whether Stripe or our server has said that the payment was made. */
  isPaid: z.boolean(),
  /** The Idempotency-Key of the import: it starts once, also from two tabs. */
  key: z.string(),
  /** When the payment began, ISO 8601. */
  at: z.string(),
})
export type Waiting = z.infer<typeof Waiting>

/** An import that the plan has no room for. */
export type Refused = Pick<
  Waiting,
  'uploadId' | 'source' | 'fileName' | 'totalItems' | 'newItems' | 'addToExisting' | 'limit' | 'currentCount'
>

/** The server keeps the file no longer. */
const KEPT_MS = 24 * 3_600_000

const prefixOf = (userId: string) => draftPrefix(userId, 'import:')
const keyOf = (userId: string, uploadId: string) => prefixOf(userId) + uploadId

const parsed = (key: string): Waiting[] => {
  try {
    const waiting = Waiting.parse(JSON.parse(readStored(key) ?? ''))
    return Date.now() - Date.parse(waiting.at) < KEPT_MS ? [waiting] : []
  } catch {
    // A later version of the client may have written it.
    return []
  }
}

/** The imports of a user that wait on this device, the newest first. */
export const waitingImports = (userId: string): Waiting[] =>
  storedKeys(prefixOf(userId))
    .flatMap(parsed)
    .sort((a, b) => b.at.localeCompare(a.at))

export const keepWaiting = (userId: string, waiting: Waiting): void =>
  writeStored(keyOf(userId, waiting.uploadId), JSON.stringify(waiting))

/** Changes what is kept. What was dropped meanwhile, here or in another tab, stays so. */
export const changeWaiting = (userId: string, waiting: Waiting): void => {
  if (readStored(keyOf(userId, waiting.uploadId)) !== null) keepWaiting(userId, waiting)
}

export const dropWaiting = (userId: string, uploadId: string): void => removeStored(keyOf(userId, uploadId))

/** The refused import as one that waits for the tier. It keeps the key that it had in an earlier payment. */
export const waitFor = (userId: string, refused: Refused, tier: Tier): Waiting => {
  const [earlier] = parsed(keyOf(userId, refused.uploadId))
  return { ...refused, tier, isPaid: false, key: earlier?.key ?? newKey(), at: new Date().toISOString() }
}

/** The smallest tier above the plan that holds all articles, else Pro; undefined where no larger one is sold. */
export const tierFor = ({ currentCount, newItems }: Refused, plan: Plan): Tier | undefined => {
  const offered = Tier.options.filter(tier => mayBuy(tier, plan))
  const fitting = offered.find(tier => (PLANS[tier].limit ?? 0) >= currentCount + newItems)
  return fitting ?? (offered.includes('pro') ? 'pro' : offered.at(-1))
}

/** Whether the plan is the tier, or more. */
export const holds = (plan: Plan, tier: Tier): boolean => !mayBuy(tier, plan)
