import { ChangeEmailRequest } from '@lectern/contracts/api/account-settings.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

/** Begins a change of email, in place of one that waits. */
export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => {
  const { email } = useUser()
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm(ChangeEmailRequest, {
    defaults: { email: '', currentPassword: '' },
    onSubmit: async (body, key) => {
      await change({ method: 'POST', path: '/api/account/email', body }, key)
      toast({ title: 'Please confirm the new email', description: 'We wrote to both addresses.' })
      onClose()
    },
    onFailure: error => showRefusal(error, { 400: 'email', 403: 'currentPassword', 409: 'email' }, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Change email"
      lead={
        <p>
          Now it is <bdi className="wrap-anywhere text-ink">{email}</bdi>. It changes once you have opened the
          links that we send to the old and to the new address.
        </p>
      }
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
    >
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        room={1}
        error={errors.email}
        data-focus-first
        {...register('email')}
      />
      <PresentPassword error={errors.currentPassword} {...register('currentPassword')} />
    </AccountForm>
  )
}
