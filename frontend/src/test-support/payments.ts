import type { User } from '@lectern/contracts/api/account.ts'
import { PaymentAnswer, PaymentSettings } from '@lectern/contracts/api/payments.ts'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { FromCardForm, ToCardForm } from '../lib/card-form.ts'
import { anImport, IMPORT_ID, ledgerOf } from './imports.ts'
import { pushChange } from './render-app.tsx'
import { HttpResponse, http, library, mara, refusal, server } from './server.ts'

export const INTENT_ID = 'pi_1'
export const CLIENT_SECRET = 'pi_1_secret_2'
export const HOSTED = 'https://checkout.example/cs_1'

type Sent = { path: string; body: Record<string, unknown>; key: string | null }

const succeeded = () => HttpResponse.json({ success: true, status: 'succeeded', tier: 'basic' })

/** A free account at the server, Stripe, and the import of a file that has no room. `answers` may be changed at any time. */
export const aCashier = () => {
  let user: User = mara
  const sent: Sent[] = []
  const answers = {
    create: (): Response =>
      HttpResponse.json(
        PaymentAnswer.parse({
          ...{ clientSecret: CLIENT_SECRET, paymentIntentId: INTENT_ID },
          ...{ tier: 'basic', amount: 1_900, currency: 'usd' },
        }),
      ),
    checkout: (): Response => HttpResponse.json({ url: HOSTED }),
    confirm: (): Response => succeeded(),
    start: (): Response =>
      user.plan === 'free'
        ? refusal(402, "You've reached your limit!", { currentCount: 120, limit: 500, upgradeRequired: true })
        : HttpResponse.json({ importId: IMPORT_ID }, { status: 202 }),
  }
  const settings = PaymentSettings.parse({
    ...{ mode: 'stand-in', publishableKey: 'pk_1', script: 'https://stripe.example/v3' },
  })
  const on = (path: string, answer: () => Response) =>
    http.post(`*${path}`, async ({ request }) => {
      const body = (await request.json()) as Sent['body']
      sent.push({ path, body, key: request.headers.get('idempotency-key') })
      return answer()
    })
  server.use(
    http.get('*/api/user', () => HttpResponse.json(user)),
    http.get('*/api/payments', () => HttpResponse.json(settings)),
    on('/api/create-payment-intent', () => answers.create()),
    on('/api/create-tier-checkout', () => answers.checkout()),
    on('/api/confirm-payment', () => answers.confirm()),
    on('/api/migrate/import-direct', () => answers.start()),
    ...ledgerOf(() => anImport()),
    ...library([]),
  )
  return {
    answers,
    sentTo: (path: string) => sent.filter(each => each.path === path),
    /** The account has the plan. */
    grant: () => {
      user = { ...mara, isPro: true, plan: 'basic', itemsAllowed: 2_000 }
    },
    /** The account has the plan, and the open tabs are told. */
    push: () => {
      user = { ...mara, isPro: true, plan: 'basic', itemsAllowed: 2_000 }
      act(() => pushChange({ what: ['account'] }))
    },
  }
}

/** The window of the card form's frame, which happy-dom does not load. */
const card = { postMessage: vi.fn<(message: ToCardForm, origin: string) => void>() }

/** The card form says something to the dialog. */
export const cardSays = (
  message: FromCardForm,
  { origin = location.origin, source = card }: { origin?: string; source?: object } = {},
): void =>
  act(() => {
    dispatchEvent(new MessageEvent('message', { data: message, origin, source: source as Window }))
  })

/** Gives the frame a window. @returns what the dialog asks the card form */
export const listenAtCard = () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(card as never)
  card.postMessage.mockReset()
  return card.postMessage.mock
}
