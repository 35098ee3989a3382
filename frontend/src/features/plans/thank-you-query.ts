import { PAGE_EVENT_AMOUNT_MAX, PageEventRequest } from '@lectern/contracts/api/page-events.ts'

/** The amount where the address has none that makes sense. */
const USUAL_CENTS = 700

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/

export type Visit = Pick<PageEventRequest, 'transactionId'> & { readonly amount: number }

/** The query of /thank-you. A parameter that is repeated or malformed counts as absent. */
export const readVisit = (search: string): Visit => {
  const query = new URLSearchParams(search)
  const only = (name: string) => {
    const [value, ...others] = query.getAll(name)
    return others.length === 0 ? value : undefined
  }
  const amount = only('amount') ?? ''
  const cents = AMOUNT.test(amount) ? Math.round(Number(amount) * 100) : 0
  const transactionId = PageEventRequest.shape.transactionId.safeParse(only('transaction_id')).data
  return {
    amount: cents > 0 && cents <= PAGE_EVENT_AMOUNT_MAX ? cents : USUAL_CENTS,
    ...(transactionId !== undefined && { transactionId }),
  }
}
