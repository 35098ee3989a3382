import {
  CodesRequest,
  CodesSecret,
  ConfirmCodesRequest,
  RecoveryCodes,
} from '@lectern/contracts/api/codes.ts'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod/mini'
import { Secret } from '../../parts/secret.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal, showRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

/** Turns one-time codes on, in three steps: the password, a first code of the app, and the recovery codes. */
export const SetUpCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const [secret, setSecret] = useState<CodesSecret>()
  const [recovery, setRecovery] = useState<readonly string[]>()
  if (recovery) return <Recovery codes={recovery} onClose={onClose} />
  if (secret) return <Scan of={secret} onClose={onClose} onDone={setRecovery} />
  return <Begin onClose={onClose} onBegun={setSecret} />
}

const Begin = ({ onClose, onBegun }: { onClose: () => void; onBegun: (secret: CodesSecret) => void }) => {
  const change = useChangeAccount()
  const form = useSchemaForm<z.input<typeof CodesRequest>, z.output<typeof CodesRequest>>(CodesRequest, {
    defaults: { currentPassword: '' },
    onSubmit: async body => {
      const answer = await change({ method: 'POST', path: '/api/account/totp', body })
      onBegun(CodesSecret.parse(await answer.json()))
    },
    onFailure: error => showAccessRefusal(error, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Set up one-time codes"
      lead="You need an authenticator app, such as the one of your password manager."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Next"
    >
      <PresentPassword error={errors.currentPassword} data-focus-first {...register('currentPassword')} />
    </AccountForm>
  )
}

type ScanProps = { of: CodesSecret; onClose: () => void; onDone: (codes: readonly string[]) => void }

const Scan = ({ of: { secret, uri }, onClose, onDone }: ScanProps) => {
  const change = useChangeAccount()
  const form = useSchemaForm<z.input<typeof ConfirmCodesRequest>, z.output<typeof ConfirmCodesRequest>>(
    ConfirmCodesRequest,
    {
      defaults: { code: '' },
      onSubmit: async body => {
        const answer = await change({ method: 'POST', path: '/api/account/totp/confirm', body })
        onDone(RecoveryCodes.parse(await answer.json()).recoveryCodes)
      },
      onFailure: error => showRefusal(error, { 400: 'code' }, form),
    },
  )
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Scan this with your app"
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Turn on"
    >
      <div className="mx-auto my-2 size-48">
        <Suspense>
          <QrCode text={uri} />
        </Suspense>
      </div>
      <Secret label="Or type this into it" value={secret} />
      <TextField
        label="The code that it shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        room={1}
        error={errors.code}
        data-focus-first
        {...register('code')}
      />
    </AccountForm>
  )
}

const Recovery = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    title="Keep these recovery codes"
    description="Each signs you in once, without the app. They are not shown again: print them, or keep them with your passwords."
    onClose={onClose}
  >
    <ul aria-label="Recovery codes" className="mt-4 grid gap-x-6 gap-y-1 font-mono text-meta sm:grid-cols-2">
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="mt-4">
      <Secret label="All of them" value={codes.join(' ')} />
    </div>
    <DialogFoot>
      <Button look="ink" onClick={onClose}>
        I have kept them
      </Button>
    </DialogFoot>
  </Dialog>
)
