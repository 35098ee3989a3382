import { commandSubjects, ReturnPayment, SettlePayment } from '@lectern/contracts/jobs.ts'
import { type PaymentParts, returnPayment, settlePayment } from '../payments/settle.ts'

/** A reaction heard from Stripe about a payment. */
export const settle = (parts: PaymentParts) => ({
  subject: commandSubjects.settlePayment,
  schema: SettlePayment,
  handle: async ({ paymentIntentId }: SettlePayment) => {
    await settlePayment(parts, paymentIntentId)
    return { position: undefined }
  },
})

/** A payment bought nothing. */
export const giveBack = (parts: PaymentParts) => ({
  subject: commandSubjects.returnPayment,
  schema: ReturnPayment,
  handle: async (payment: ReturnPayment) => {
    await returnPayment(parts, payment)
    return { position: undefined }
  },
})
