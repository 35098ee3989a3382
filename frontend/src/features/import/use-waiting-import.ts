import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { PLANS, type Tier } from '@lectern/contracts/plans.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { startImport } from '../../data/imports/start.ts'
import { confirmPayment } from '../../data/payments.ts'
import { useSessionControl, useUser } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import type { Problem } from './use-payment.ts'
import { changeWaiting, dropWaiting, holds, type Waiting } from './waiting.ts'

/** A plan that has not come after this time is worth a word. */
const LATE_MS = 60_000

const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

type Options = {
  /** The import was changed on the device. */
  onChange: () => void
  onStarted: (importId: string) => void
}

/**
 * Follows an import that waits for a plan: asks what became of the payment, waits until the account has the plan, which a
 * push tells, and starts the import once.
 */
export const useWaitingImport = (waiting: Waiting, { onChange, onStarted }: Options) => {
  const { uploadId, source, tier, paymentIntentId, isPaid } = waiting
  const { id: userId, plan } = useUser()
  const session = useSessionControl()
  const toast = useToast()
  const [isLate, setLate] = useState(false)
  const [isProcessing, setProcessing] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [isGone, setGone] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  /** A tier that has no room for the import either. */
  const [tooSmall, setTooSmall] = useState<Tier>()
  const welcomedTo = useRef<Tier>(undefined)

  /** The address says so, which proves nothing. */
  const isClaimed = new URLSearchParams(useSearch()).get('payment') === 'success'
  const isHeld = holds(plan, tier)
  const isShort = tooSmall === tier
  const mayStart = isHeld && !isShort && (isPaid || isClaimed)
  const isAwaited = !isHeld && (isPaid || (isClaimed && paymentIntentId === undefined))

  const change = (more: Partial<Waiting>) => {
    changeWaiting(userId, { ...waiting, ...more })
    onChange()
  }

  /** Asks what Stripe says of the payment, where it was made in the card form. */
  const ask = useEffectEvent(async () => {
    if (paymentIntentId === undefined) return
    try {
      const { status } = await confirmPayment(paymentIntentId)
      setProcessing(status === 'processing')
      setProblem(undefined)
      if (!isPaid) change({ isPaid: true })
    } catch (error) {
      if (statusOf(error) === 401) return session.expire()
      if (statusOf(error) !== 402) return setLate(isPaid)
      if (isPaid || isClaimed) setProblem({ title: 'Payment Failed', message: (error as ApiError).message })
      if (isPaid) change({ isPaid: false })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when one of them changes
  useEffect(() => {
    if (!mayStart) void ask()
  }, [mayStart, isHeld, isPaid])

  const onLate = useEffectEvent(() => {
    setLate(true)
    void ask()
  })
  useEffect(() => {
    if (!isAwaited) return
    void session.check(true)
    const late = setTimeout(() => {
      void session.check(true)
      onLate()
    }, LATE_MS)
    return () => clearTimeout(late)
  }, [isAwaited, session])

  const refuse = (error: unknown) => {
    const status = statusOf(error)
    if (status === 401) session.expire()
    const message = messageOf(error, 'There was no answer. Please check your connection and try again.')
    setProblem({ title: 'Import Failed', message })
    toast({ tone: 'danger', title: 'Import Failed', description: message })
    if (status === 402) {
      const { limit = waiting.limit, currentCount = waiting.currentCount } = (error as ApiError).details
      setTooSmall(tier)
      change({ limit, currentCount, isPaid: false })
    }
    // The file is gone, or it cannot be read: it has to be chosen again.
    if (status !== 400) return
    setGone(true)
    dropWaiting(userId, uploadId)
  }
  const start = async (proceedWithFree: boolean) => {
    if (isStarting) return
    setStarting(true)
    setProblem(undefined)
    try {
      // A part of the rows is another import than all of them. Repeated after a lost answer, it stays one.
      const key = proceedWithFree ? `${waiting.key}-part` : waiting.key
      const { addToExisting } = waiting
      const importId = await startImport(source, waiting, { proceedWithFree, addToExisting }, key)
      dropWaiting(userId, uploadId)
      onStarted(importId)
    } catch (error) {
      setStarting(false)
      refuse(error)
    }
  }
  const goOn = useEffectEvent(() => {
    if (welcomedTo.current === tier) return
    welcomedTo.current = tier
    toast({
      title: `Payment Successful! Welcome to ${PLANS[plan].name}`,
      description: `Your account is upgraded. The import from ${IMPORT_SOURCES[source].name} starts.`,
    })
    void start(false)
  })
  useEffect(() => {
    if (mayStart) goOn()
  }, [mayStart])

  return {
    phase: isGone ? 'gone' : mayStart ? 'starting' : isAwaited ? 'awaited' : 'waiting',
    isHeld: isHeld && !isShort,
    isLate,
    isProcessing,
    isStarting,
    problem,
    start,
    forget: () => {
      dropWaiting(userId, uploadId)
      onChange()
    },
  } as const
}
