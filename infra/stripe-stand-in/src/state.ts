import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Charge, CheckoutSession, Dispute, PaymentIntent, Refund, StripeEvent } from './objects.ts'

/** The answer to a request that was sent under an Idempotency-Key. */
type Answered = { readonly hash: string; readonly status: number; readonly body: unknown }

export type State = {
  paymentIntents: Record<string, PaymentIntent>
  charges: Record<string, Charge>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  sessions: Record<string, CheckoutSession>
  /** Oldest first. */
  events: StripeEvent[]
  /** Ids of events whose webhook was not accepted yet. */
  undelivered: string[]
  answers: Record<string, Answered>
}

const empty = (): State => ({
  paymentIntents: {},
  charges: {},
  refunds: {},
  disputes: {},
  sessions: {},
  events: [],
  undelivered: [],
  answers: {},
})

/** The state, kept in a file where there is one. */
export const openState = (file: string | undefined): { state: State; save: () => void } => {
  const state = file !== undefined && existsSync(file) ? readState(file) : empty()
  return {
    state,
    save: () => {
      if (file === undefined) return
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

/** A damaged file is forgotten: no money is in it. */
const readState = (file: string): State => {
  try {
    return { ...empty(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return empty()
  }
}
