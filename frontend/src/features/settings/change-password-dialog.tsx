import { ChangePasswordRequest } from '@lectern/contracts/api/account-settings.ts'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

export const ChangePasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm(ChangePasswordRequest, {
    defaults: { currentPassword: '', password: '' },
    onSubmit: async (body, key) => {
      await change({ method: 'POST', path: '/api/account/password', body }, key)
      toast({ title: 'Password changed', description: 'Other devices were signed out.' })
      onClose()
    },
    onFailure: error => showRefusal(error, { 400: 'password', 403: 'currentPassword' }, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Change password"
      lead="All other devices are signed out, and links in mails that we sent stop working."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
    >
      <PresentPassword error={errors.currentPassword} data-focus-first {...register('currentPassword')} />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="Minimum 6 characters"
        room={1}
        error={errors.password}
        {...register('password')}
      />
    </AccountForm>
  )
}
