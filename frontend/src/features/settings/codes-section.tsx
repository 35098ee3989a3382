import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import { Button } from '../../ui/button.tsx'
import { accountQuery } from './api.ts'
import { EndCodesDialog } from './end-codes-dialog.tsx'
import { SetUpCodesDialog } from './set-up-codes-dialog.tsx'

/** Codes of an app, which are asked for after the password. */
export const CodesSection = () => {
  const { data } = useQuery(accountQuery)
  const [asking, setAsking] = useState<'set-up' | 'end'>()
  const line = useRef<HTMLDivElement>(null)
  const close = () => setAsking(undefined)
  const codes = data?.codes
  return (
    <Section
      title="One-time codes"
      lead="After the password, a code from an authenticator app is asked for. Passkeys do without."
    >
      <div
        ref={line}
        tabIndex={-1}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 py-3 outline-none"
      >
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          {codes?.areOn
            ? `On. ${countOf(codes.recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.`
            : codes && 'Off'}
        </p>
        {codes?.areOn === true && <Button onClick={() => setAsking('end')}>Turn off</Button>}
        {codes?.areOn === false && <Button onClick={() => setAsking('set-up')}>Set up</Button>}
      </div>
      {asking === 'set-up' && <SetUpCodesDialog onClose={close} />}
      {asking === 'end' && <EndCodesDialog onClose={close} focusAfter={() => line.current} />}
    </Section>
  )
}
