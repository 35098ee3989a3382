import { PLANS } from '@lectern/contracts/plans.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf } from '../../lib/format.ts'
import { ContactSupport } from '../../parts/support-mail.tsx'
import { Button } from '../../ui/button.tsx'
import { upgrade } from './upgrade.ts'
import { useWaitingImport } from './use-waiting-import.ts'
import type { Waiting } from './waiting.ts'

type Props = {
  of: Waiting
  onChange: () => void
  onStarted: (importId: string) => void
}

type State = ReturnType<typeof useWaitingImport>

/** Where the payment and the plan stand. */
const Standing = ({ of: { fileName, newItems, tier, isPaid }, state }: { of: Waiting; state: State }) => {
  const { plan } = useUser()
  // A larger plan may have been bought meanwhile.
  const held = PLANS[plan].name
  const { phase, isHeld, isLate, isProcessing } = state
  const file = <span className="font-semibold break-all">{fileName}</span>
  const line = (title: string, text: ReactNode) => (
    <>
      <h2 className="text-card">{title}</h2>
      <p className="mt-1 text-ink-2">{text}</p>
    </>
  )
  if (phase === 'gone') return line('This file is needed again', <>Please choose {file} again below.</>)
  if (phase === 'starting') return line(`Your plan is ${held}`, <>The import of {file} starts.</>)
  if (phase === 'awaited' && isLate && isProcessing)
    return line('Your bank is still at work', <>The import of {file} starts when the payment has come.</>)
  if (phase === 'awaited' && isLate && isPaid)
    return line(
      'Payment Processed but upgrade issue',
      <>
        Your payment was made, but your plan has not changed yet. The import of {file} starts by itself when
        it does. If that takes longer, please <ContactSupport />.
      </>,
    )
  if (phase === 'awaited' && isLate)
    return line(
      'No payment has arrived yet',
      <>
        The import of {file} starts by itself when it does. If you have paid, please <ContactSupport />.
      </>,
    )
  if (phase === 'awaited')
    return line(
      'Your payment is being confirmed',
      <>
        The import of {file} starts by itself as soon as your plan is {PLANS[tier].name}.
      </>,
    )
  return line(
    'An import waits',
    <>
      {file} has {countOf(newItems, 'new article')}.{' '}
      {isHeld ? `Your plan is ${held} now.` : 'Your plan has no room for all of them.'}
    </>,
  )
}

/** An import that waits for a larger plan. It goes on by itself once that is paid. */
export const WaitingImport = ({ of: waiting, onChange, onStarted }: Props) => {
  const state = useWaitingImport(waiting, { onChange, onStarted })
  const { phase, isHeld, isLate, isStarting, problem, start, forget } = state
  const [isOffered, setOffered] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (phase !== 'waiting') panel.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  const isFull = waiting.currentCount >= waiting.limit
  const mayUpgrade = phase === 'waiting' && !isHeld
  return (
    <section
      ref={panel}
      aria-label="Import that waits"
      className="mb-5 scroll-my-5 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div role="status">
        <Standing of={waiting} state={state} />
        {problem && (
          <p className="mt-2 text-danger">
            {problem.title && <strong className="font-semibold">{problem.title}: </strong>}
            {problem.message}
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2.5 empty:hidden">
        {((phase === 'waiting' && isHeld) || (phase === 'starting' && problem)) && (
          <Button look="ink" onClick={() => start(false)} disabled={isStarting}>
            {isStarting ? 'Importing...' : problem ? 'Try again' : 'Start Import'}
          </Button>
        )}
        {(mayUpgrade || (phase === 'awaited' && isLate && !waiting.isPaid)) && (
          <Button look="ink" onClick={() => setOffered(true)}>
            Go on
          </Button>
        )}
        {phase !== 'gone' && (phase !== 'starting' || problem) && (problem || !waiting.isPaid) && (
          <Button look="ghost" onClick={forget}>
            Forget this import
          </Button>
        )}
      </div>
      {isOffered && (
        <upgrade.Component
          refused={waiting}
          onProceed={() => {
            setOffered(false)
            if (!isFull) void start(true)
          }}
          onClose={() => {
            setOffered(false)
            onChange()
          }}
          onFailure={() => setOffered(false)}
        />
      )}
    </section>
  )
}
