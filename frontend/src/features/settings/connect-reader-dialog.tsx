import { CreateDeviceRequest, CreatedDevice } from '@lectern/contracts/api/access.ts'
import { useState } from 'react'
import { Choice } from '../../parts/choice.tsx'
import { SecretOnce } from '../../parts/secret.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AccountForm, showAccessRefusal } from './account-form.tsx'
import { useChangeAccount } from './api.ts'
import { PresentPassword } from './present-password.tsx'

const SCOPES = { write: 'Read and change the library', read: 'Read the library' } as const

/** Makes a device's password, and then shows this once what to type into the device. */
export const ConnectReaderDialog = ({ onClose }: { onClose: () => void }) => {
  const [made, setMade] = useState<CreatedDevice>()
  return made ? <Made of={made} onClose={onClose} /> : <Form onClose={onClose} onMade={setMade} />
}

const Form = ({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedDevice) => void }) => {
  const change = useChangeAccount()
  const form = useSchemaForm<CreateDeviceRequest, CreateDeviceRequest>(CreateDeviceRequest, {
    defaults: { name: '', scope: 'write', currentPassword: '' },
    onSubmit: async (body, key) => {
      const answer = await change({ method: 'POST', path: '/api/account/devices', body }, key)
      onMade(CreatedDevice.parse(await answer.json()))
    },
    onFailure: error => showAccessRefusal(error, form),
  })
  const { register, submit, errors, isSubmitting } = form
  return (
    <AccountForm
      title="Connect a device"
      lead="It gets a password that opens your library on that device alone, and never your account."
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      problem={errors.root}
      act="Connect"
    >
      <TextField
        label="Name"
        placeholder="Kobo"
        autoComplete="off"
        room={1}
        error={errors.name}
        data-focus-first
        {...register('name')}
      />
      <Choice label="It may" options={SCOPES} {...register('scope')} />
      <PresentPassword error={errors.currentPassword} {...register('currentPassword')} />
    </AccountForm>
  )
}

const Made = ({ of: device, onClose }: { of: CreatedDevice; onClose: () => void }) => {
  const { name, username, password, clientId, clientSecret } = device
  const rows = [
    ['Server', location.origin],
    ['Client ID', clientId],
    ['Client secret', clientSecret],
    ['Username', username],
  ] as const
  return (
    <Dialog
      title={name}
      description="Type this into the settings of wallabag on the device. The password is not shown again."
      onClose={onClose}
    >
      <dl className="mt-4 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-mono text-meta leading-5 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <SecretOnce label="Password" value={password} onClose={onClose} />
    </Dialog>
  )
}
