import type { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import { paymentSettingsQuery } from '../data/payments.ts'
import { usePublicQuery } from '../data/use-public-query.ts'

/** `unknown` where the server did not say: a checkout then tells. */
export type PaymentMode = PaymentSettings['mode'] | 'unknown'

/** Whether plans can be bought here; undefined while that is asked. */
export const usePaymentMode = (): PaymentMode | undefined => {
  const { data, isError } = usePublicQuery(paymentSettingsQuery)
  return isError ? 'unknown' : data?.mode
}
