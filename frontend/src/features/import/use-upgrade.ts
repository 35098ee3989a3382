import type { PaymentAnswer } from '@lectern/contracts/api/payments.ts'
import type { Tier } from '@lectern/contracts/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPayment, createTierCheckout, paymentSettingsQuery } from '../../data/payments.ts'
import { useSessionControl, useUser } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import { keepWaiting, type Refused, waitFor } from './waiting.ts'

const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiError && statuses.includes(error.status)

/**
 * The way from the offer to a payment. The import is kept on the device from the moment when the payment can be made.
 * @param onPaid the import waits for the plan, and the dialog has nothing more to do
 */
export const useUpgrade = (refused: Refused, tier: Tier | undefined, onPaid: () => void) => {
  const { id: userId } = useUser()
  const session = useSessionControl()
  const toast = useToast()
  const [isOpening, setOpening] = useState(false)
  const [error, setError] = useState<string>()
  const [payment, setPayment] = useState<PaymentAnswer>()
  const { data: settings, isPending } = useQuery(paymentSettingsQuery)
  const under = useRef<AbortController>(null)
  useEffect(() => () => under.current?.abort(), [])

  const keep = (more: { paymentIntentId?: string; isPaid?: boolean }) => {
    if (tier) keepWaiting(userId, { ...waitFor(userId, refused, tier), ...more })
  }
  /** A payment has arrived already, or the plan has: then it follows, and the import with it. */
  const waitForPlan = () => {
    keep({ isPaid: true })
    void session.check(true)
    onPaid()
  }
  const refuse = (reason: unknown) => {
    if (isStatus(reason, 401)) session.expire()
    const description = messageOf(reason, 'Failed to start checkout. Please try again.')
    toast({ tone: 'danger', title: 'Checkout Error', description })
    setError(description)
  }
  /** Runs one request at a time. A closed dialog ends it. */
  const run = async (request: (tier: Tier, signal: AbortSignal) => Promise<void>) => {
    if (isOpening || !tier) return
    const controller = new AbortController()
    under.current = controller
    setOpening(true)
    setError(undefined)
    try {
      await request(tier, controller.signal)
    } catch (reason) {
      if (controller.signal.aborted) return
      if (isStatus(reason, 409)) waitForPlan()
      else refuse(reason)
    }
    setOpening(false)
  }

  const goToHosted = async (wanted: Tier, signal: AbortSignal) => {
    const { url } = await createTierCheckout(wanted, refused.uploadId, signal)
    keep({})
    location.assign(url)
  }
  const openForm = async (wanted: Tier, signal: AbortSignal) => {
    if (!settings) return goToHosted(wanted, signal)
    try {
      const made = await createPayment(wanted, refused.uploadId, signal)
      keep({ paymentIntentId: made.paymentIntentId })
      setPayment(made)
    } catch (reason) {
      // The hosted page would be refused for the same reason.
      if (isStatus(reason, 400, 401, 409) || signal.aborted) throw reason
      await goToHosted(wanted, signal)
    }
  }

  return {
    /** undefined where they cannot be had: then the hosted page is tried. */
    settings,
    isPending,
    isOpening,
    error,
    /** The open payment, once there is one. */
    payment,
    openForm: () => run(openForm),
    openHosted: () => run(goToHosted),
    /** Stripe has said that the payment was made. */
    paid: () => {
      keep({ ...(payment && { paymentIntentId: payment.paymentIntentId }), isPaid: true })
      onPaid()
    },
  }
}
