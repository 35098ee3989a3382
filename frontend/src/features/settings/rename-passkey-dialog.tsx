import { type Passkey, RenamePasskeyRequest } from '@lectern/contracts/api/passkeys.ts'
import type { z } from 'zod/mini'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm } from './account-form.tsx'
import { useChangeAccount } from './api.ts'

export const RenamePasskeyDialog = ({ of: { id, name }, onClose }: { of: Passkey; onClose: () => void }) => {
  const change = useChangeAccount()
  const { register, submit, errors, isSubmitting } = useSchemaForm<
    z.input<typeof RenamePasskeyRequest>,
    z.output<typeof RenamePasskeyRequest>
  >(RenamePasskeyRequest, {
    defaults: { name },
    onSubmit: async body => {
      await change({ method: 'PATCH', path: `/api/account/passkeys/${id}`, body })
      onClose()
    },
  })
  return (
    <AccountForm
      title="Rename the passkey"
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
    >
      <TextField
        label="Name"
        autoComplete="off"
        room={1}
        error={errors.name}
        data-focus-first
        {...register('name')}
      />
    </AccountForm>
  )
}
