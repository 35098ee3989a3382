import type { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import { useEffect, useState } from 'react'
import { fetchPaymentSettings } from '../data/payments.ts'

/** `unknown` where the server did not say: a checkout then tells. */
export type PaymentMode = PaymentSettings['mode'] | 'unknown'

/**
 * Whether plans can be bought here; undefined while that is asked. /pricing asks without React Query, which it would load
 * for this alone.
 */
export const usePaymentMode = (): PaymentMode | undefined => {
  const [mode, setMode] = useState<PaymentMode>()
  useEffect(() => {
    const asking = new AbortController()
    fetchPaymentSettings(asking.signal).then(
      settings => setMode(settings.mode),
      () => asking.signal.aborted || setMode('unknown'),
    )
    return () => asking.abort()
  }, [])
  return mode
}
