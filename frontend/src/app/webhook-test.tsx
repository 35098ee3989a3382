import WebhookTestScreen from '../features/plans/webhook-test-screen.tsx'
import { usePaymentMode } from '../parts/use-payment-mode.ts'
import { Loading } from './loading.tsx'
import NotFound from './not-found.tsx'

/** /webhook-test, which exists only where the stand-in takes the place of Stripe. */
export default function WebhookTest() {
  const mode = usePaymentMode()
  if (mode === undefined) return <Loading />
  return mode === 'stand-in' ? <WebhookTestScreen /> : <NotFound />
}
