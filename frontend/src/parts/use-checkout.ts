import type { Tier } from '@lectern/contracts/plans.ts'
import { useEffect, useRef, useState } from 'react'
import { rememberCheckout } from '../data/checkout.ts'
import { createTierCheckout } from '../data/payments.ts'
import { useSession, useSessionControl } from '../data/session/use-session.tsx'
import { ApiError } from '../lib/api.ts'
import { useToast } from '../ui/toast/use-toast.ts'

type Texts = {
  /** The request had no answer. */
  readonly noAnswer: string
  /** The answer had no address to pay at. */
  readonly noUrl: string
}

/** Fetch throws these where no answer came. */
const hasNoAnswer = (error: unknown): boolean => error instanceof TypeError || error instanceof DOMException

/** The page of plans is a document of its own, so the sign-in is loaded in full. It leads back to the plans. */
const askToSignIn = (): void => location.assign('/auth?next=pricing')

/** Leads to the hosted page where the person pays. `starting` is the plan whose page is being opened. */
export const useCheckout = ({ noAnswer, noUrl }: Texts) => {
  const [starting, setStarting] = useState<Tier | null>(null)
  const { user } = useSession()
  const session = useSessionControl()
  const toast = useToast()
  const under = useRef<AbortController>(null)
  // An answer that comes after the person has left the page must not take them from where they are.
  useEffect(() => () => under.current?.abort(), [])

  // Back shows the page as it was left, on the way to the checkout.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setStarting(null)
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  const fail = async (error: unknown) => {
    setStarting(null)
    const isRefused = error instanceof ApiError
    if (isRefused && error.status === 401) {
      await session.check()
      return askToSignIn()
    }
    // Another tab has bought it.
    if (isRefused && error.status === 409) void session.check()
    const reason = isRefused
      ? error.message || 'Failed to start checkout'
      : hasNoAnswer(error)
        ? noAnswer
        : noUrl
    toast({ tone: 'danger', title: 'Checkout Error', description: reason })
  }

  const start = async (tier: Tier) => {
    if (!user) return askToSignIn()
    if (starting) return
    const controller = new AbortController()
    under.current = controller
    setStarting(tier)
    try {
      const { url } = await createTierCheckout(tier, undefined, controller.signal)
      rememberCheckout(user.id, tier)
      location.assign(url)
    } catch (error) {
      if (!controller.signal.aborted) await fail(error)
    }
  }

  return { starting, start }
}
