import { CodesRequest } from '@lectern/contracts/api/codes.ts'
import type { z } from 'zod/mini'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

type Props = { onClose: () => void; focusAfter: () => HTMLElement | null }

export const EndCodesDialog = ({ onClose, focusAfter }: Props) => {
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm<z.input<typeof CodesRequest>, z.output<typeof CodesRequest>>(CodesRequest, {
    defaults: { currentPassword: '' },
    onSubmit: async body => {
      await change({ method: 'DELETE', path: '/api/account/totp', body })
      toast({ title: 'One-time codes are off' })
      onClose()
      focusAfter()?.focus()
    },
    onFailure: error => showAccessRefusal(error, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Turn off one-time codes"
      lead="The password alone opens your account then. The recovery codes are void."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Turn off"
    >
      <PresentPassword error={errors.currentPassword} data-focus-first {...register('currentPassword')} />
    </AccountForm>
  )
}
