import { AddPasskeyRequest, PasskeyOptionsRequest } from '@lectern/contracts/api/passkeys.ts'
import { z } from 'zod/mini'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

const Fields = z.object({
  name: AddPasskeyRequest.shape.name,
  currentPassword: PasskeyOptionsRequest.shape.currentPassword,
})

/** Has this device, or a key that is put into it, make a passkey. */
export const AddPasskeyDialog = ({ onClose }: { onClose: () => void }) => {
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm<z.input<typeof Fields>, z.output<typeof Fields>>(Fields, {
    defaults: { name: '', currentPassword: '' },
    onSubmit: async ({ name, currentPassword }) => {
      const { makePasskey } = await import('../../lib/passkeys.ts')
      const options = await change({
        ...{ method: 'POST', path: '/api/account/passkeys/options', body: { currentPassword } },
      })
      const credential = await makePasskey(await options.json())
      await change({ method: 'POST', path: '/api/account/passkeys', body: { name, credential } })
      toast({ title: `${name} was added` })
      onClose()
    },
    onFailure: async error => {
      const { isCancelled, passkeyProblem } = await import('../../lib/passkeys.ts')
      const problem = isCancelled(error) ? 'No passkey was made.' : passkeyProblem(error)
      if (problem === undefined) showAccessRefusal(error, form)
      else form.setError('root', { message: problem })
    },
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Add a passkey"
      lead="Your browser asks where to keep it: on this device, on your phone, or on a security key."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Add"
    >
      <TextField
        label="Name"
        placeholder="My laptop"
        autoComplete="off"
        room={1}
        error={errors.name}
        data-focus-first
        {...register('name')}
      />
      <PresentPassword error={errors.currentPassword} {...register('currentPassword')} />
    </AccountForm>
  )
}
