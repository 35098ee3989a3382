import { DELETE_CONFIRMATION, DeleteAccountRequest } from '@lectern/contracts/api/account-settings.ts'
import { useSignOut, useUnsentCount } from '../../data/library/use-sign-out.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showRefusal } from './account-form.tsx'
import { PresentPassword } from './present-password.tsx'

/** Asks for the password and a typed word, deletes the account, and forgets the person on this device. */
export const DeleteAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const session = useSessionControl()
  const signOut = useSignOut()
  const unsent = useUnsentCount()()
  const form = useSchemaForm(DeleteAccountRequest, {
    defaults: { currentPassword: '', confirmation: '' },
    onSubmit: async body => {
      await signOut({ method: 'POST', path: '/api/account/delete', body })
      navigate('/login', { replace: true, state: { isDeleted: true } })
    },
    onFailure: error => {
      if (error instanceof ApiError && error.status === 401) session.expire()
      showRefusal(error, { 400: 'confirmation', 403: 'currentPassword' }, form)
    },
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Delete account"
      lead={
        <>
          <p>
            Your links, collections, notes and highlights are deleted, and all devices are signed out. Nobody
            can bring them back.
          </p>
          {unsent > 0 && (
            <p className="mt-2">
              {countOf(unsent, 'change')} of this device {unsent === 1 ? 'has' : 'have'} not reached the
              server yet, and {unsent === 1 ? 'is' : 'are'} lost, too.
            </p>
          )}
        </>
      }
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Delete account"
      deleting="Deleting..."
    >
      <PresentPassword error={errors.currentPassword} data-focus-first {...register('currentPassword')} />
      <TextField
        label={`Type ${DELETE_CONFIRMATION} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        room={1}
        error={errors.confirmation}
        {...register('confirmation')}
      />
    </AccountForm>
  )
}
