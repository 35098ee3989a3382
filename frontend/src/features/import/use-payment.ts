import type { PaymentAnswer } from '@lectern/contracts/api/payments.ts'
import { useState } from 'react'
import { confirmPayment } from '../../data/payments.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError } from '../../lib/api.ts'
import { type CardWord, useCardForm } from './use-card-form.ts'

export type CardSettings = { readonly script: string; readonly publishableKey: string }

/** Why nothing was paid. Errors of fields have no title. */
export type Problem = { readonly title?: string; readonly message: string }

const UNKNOWN =
  'There was no answer, so we do not know yet whether you have paid. Please try again: you cannot be charged twice for this.'

/** One payment in the card form: tried until it is made or the person closes it. */
export const usePayment = (
  { clientSecret, paymentIntentId }: PaymentAnswer,
  { script, publishableKey }: CardSettings,
  { onPaid, onEscape }: { onPaid: () => void; onEscape: () => void },
) => {
  const session = useSessionControl()
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const fail = (message: string) => setProblem({ title: 'Payment Failed', message })
  /** Where the card form had no answer, the server asks Stripe. */
  const find = async () => {
    try {
      await confirmPayment(paymentIntentId)
      onPaid()
    } catch (error) {
      setPaying(false)
      if (error instanceof ApiError && error.status === 402) return fail(error.message)
      if (error instanceof ApiError && error.status === 401) session.expire()
      setProblem({ message: UNKNOWN })
    }
  }
  const hear = (word: CardWord) => {
    if (word.says === 'submitted') pay()
    if (word.says === 'escaped' && !isPaying) onEscape()
    if (word.says === 'paid') onPaid()
    if (word.says === 'unclear') void find()
    if (word.says !== 'refused') return
    setPaying(false)
    if (word.isInput) setProblem({ message: word.message })
    else fail(word.message)
  }
  const card = useCardForm({ script, publishableKey, clientSecret }, hear)
  const pay = () => {
    if (isPaying || card.state !== 'ready') return
    setPaying(true)
    setProblem(undefined)
    card.pay()
  }
  const { frame, state, isCovered } = card
  const mayBePaid = isPaying || problem?.message === UNKNOWN
  return { frame, state, isCovered, isPaying, mayBePaid, problem, pay }
}
