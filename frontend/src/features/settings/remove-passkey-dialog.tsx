import { type Passkey, RemovePasskeyRequest } from '@lectern/contracts/api/passkeys.ts'
import type { z } from 'zod/mini'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

type Props = { of: Passkey; onClose: () => void; focusAfter: () => HTMLElement | null }

export const RemovePasskeyDialog = ({ of: { id, name }, onClose, focusAfter }: Props) => {
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm<z.input<typeof RemovePasskeyRequest>, z.output<typeof RemovePasskeyRequest>>(
    RemovePasskeyRequest,
    {
      defaults: { currentPassword: '' },
      onSubmit: async body => {
        await change({ method: 'DELETE', path: `/api/account/passkeys/${id}`, body })
        toast({ title: `${name} was removed` })
        onClose()
        focusAfter()?.focus()
      },
      onFailure: error => showAccessRefusal(error, form),
    },
  )
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Remove the passkey"
      lead={
        <p>
          <bdi className="font-medium">{name}</bdi> opens your account no more. The device may still offer it:
          remove it there, too.
        </p>
      }
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Remove"
      deleting="Removing..."
    >
      <PresentPassword error={errors.currentPassword} data-focus-first {...register('currentPassword')} />
    </AccountForm>
  )
}
