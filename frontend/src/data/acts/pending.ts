import type { Act } from './kinds.ts'

/** An act that reads may not show yet. */
export type PendingAct = {
  readonly act: Act
  /** When the server's answer arrived, ms of performance.now(); null while there is none. */
  readonly sentAt: number | null
}

/** Whether a reading of this age may lack the act: it began before the server had answered the act. */
export const isLacking = (asOf: number, { sentAt }: PendingAct): boolean => sentAt === null || asOf <= sentAt
