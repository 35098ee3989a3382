import { ChangeFirstNameRequest, ChangeUsernameRequest } from '@lectern/contracts/api/account-settings.ts'
import { z } from 'zod/mini'
import { useSessionControl, useUser } from '../../data/session/use-session.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'

type Name = { name: string }
type Kind = {
  readonly label: string
  readonly schema: z.ZodMiniType<Name, Name>
  readonly path: string
  readonly autoComplete: string
  readonly hint: string
}

const KINDS: Record<'username' | 'firstName', Kind> = {
  username: {
    label: 'Username',
    schema: z.object({ name: ChangeUsernameRequest.shape.username }),
    path: '/api/account/username',
    autoComplete: 'username',
    hint: 'You can sign in with it, too.',
  },
  firstName: {
    label: 'First name',
    schema: z.object({ name: ChangeFirstNameRequest.shape.firstName }),
    path: '/api/account/first-name',
    autoComplete: 'given-name',
    hint: 'We greet you by it. Leave it empty to remove it.',
  },
}

type Props = { field: keyof typeof KINDS; onClose: () => void }

export const ChangeNameDialog = ({ field, onClose }: Props) => {
  const { label, schema, path, autoComplete, hint } = KINDS[field]
  const user = useUser()
  const session = useSessionControl()
  const change = useChangeAccount()
  const toast = useToast()
  const form = useSchemaForm(schema, {
    defaults: { name: user[field] ?? '' },
    onSubmit: async ({ name }, key) => {
      await change({ method: 'PUT', path, body: { [field]: name } }, key)
      await session.check(true)
      toast({ title: `${label} changed` })
      onClose()
    },
    onFailure: error => showRefusal(error, { 400: 'name', 409: 'name' }, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title={`Change ${label.toLowerCase()}`}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
    >
      <TextField
        label={label}
        autoComplete={autoComplete}
        autoCapitalize={field === 'username' ? 'none' : 'words'}
        spellCheck={false}
        room={1}
        hint={hint}
        error={errors.name}
        data-focus-first
        {...register('name')}
      />
    </AccountForm>
  )
}
