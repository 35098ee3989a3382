import { CreatedToken, CreateTokenRequest, type TokenScope } from '@lectern/contracts/api/access.ts'
import { useState } from 'react'
import { Choice } from '../../parts/choice.tsx'
import { SecretOnce } from '../../parts/secret.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

const SCOPES: Record<TokenScope, string> = {
  read: 'Read the library',
  write: 'Read and change the library',
}
const TIMES = { 30: '30 days', 90: '90 days', 365: 'A year', never: 'Until it is revoked' } as const

/** Makes a token, and then shows it this once. */
export const CreateTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const [made, setMade] = useState<CreatedToken>()
  return made ? <Made of={made} onClose={onClose} /> : <Form onClose={onClose} onMade={setMade} />
}

const Form = ({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedToken) => void }) => {
  const change = useChangeAccount()
  const form = useSchemaForm<CreateTokenRequest, CreateTokenRequest>(CreateTokenRequest, {
    defaults: { name: '', scope: 'read', expiresInDays: 90, currentPassword: '' },
    onSubmit: async (body, key) => {
      const answer = await change({ method: 'POST', path: '/api/account/tokens', body }, key)
      onMade(CreatedToken.parse(await answer.json()))
    },
    onFailure: error => showAccessRefusal(error, form),
  })
  const { register, setValue, watch, submit, errors, isSubmitting } = form
  const days = watch('expiresInDays')
  return (
    <AccountForm
      title="New token"
      lead="A program that has it can use your library as you can. It can never change your account."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Create"
    >
      <TextField
        label="Name"
        placeholder="Backup script"
        autoComplete="off"
        room={1}
        error={errors.name}
        data-focus-first
        {...register('name')}
      />
      <Choice label="It may" options={SCOPES} {...register('scope')} />
      <Choice
        label="It ends"
        options={TIMES}
        value={String(days ?? 'never')}
        onChange={({ target: { value } }) =>
          setValue('expiresInDays', value === 'never' ? null : Number(value))
        }
      />
      <PresentPassword error={errors.currentPassword} {...register('currentPassword')} />
    </AccountForm>
  )
}

const Made = ({ of: { name, token }, onClose }: { of: CreatedToken; onClose: () => void }) => (
  <Dialog
    title={name}
    description="Copy the token now and keep it as you keep a password. It is not shown again."
    onClose={onClose}
  >
    <SecretOnce label="Token" value={token} onClose={onClose} />
  </Dialog>
)
