import type { ExistingLink } from '@lectern/contracts/api/errors.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useState } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import { useAct } from '../../../data/use-library.tsx'
import type { Prefill } from '../../../parts/dialogs.ts'
import { useSchemaForm } from '../../../ui/use-schema-form.ts'
import { AddLinkDialog } from './add-link-dialog.tsx'
import { AddLinkForm, type AddLinkValues, toRequest } from './add-link-form.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { useLeaveSaveAddress } from './use-save-address.ts'

type Stage =
  | { name: 'form' }
  | { name: 'duplicate'; existing: ExistingLink; values: AddLinkValues }
  | { name: 'limit'; limit: number }

/** The form, then the duplicate or limit dialog when the server refuses the link. */
export default function AddLinkFlow({ prefill = {}, onClose }: { prefill?: Prefill; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>({ name: 'form' })
  const { plan } = useUser()
  const act = useAct()
  const leaveAddress = useLeaveSaveAddress()
  const close = () => {
    onClose()
    leaveAddress()
  }
  const form = useSchemaForm(AddLinkForm, {
    defaults: { url: prefill.url ?? '', title: prefill.title ?? '', note: '', tags: '' },
    onSubmit: values => save(values, false),
  })

  const save = async (values: AddLinkValues, ignoreDuplicate: boolean) => {
    const outcome = await act('saveLink', {
      ...toRequest(values),
      ...(ignoreDuplicate && { ignoreDuplicate }),
    })
    if (outcome.status !== 'refused') return close()
    const { status, details } = outcome.error
    if (status === 409 && details.existingLink)
      setStage({ name: 'duplicate', existing: details.existingLink, values })
    if (status === 402) setStage({ name: 'limit', limit: details.limit ?? PLANS[plan].limit ?? 0 })
  }

  if (stage.name === 'limit') return <LimitDialog plan={plan} limit={stage.limit} onClose={close} />
  if (stage.name === 'duplicate')
    return (
      <DuplicateDialog
        existing={stage.existing}
        newTitle={stage.values.title}
        onKeep={close}
        onAdd={() => save(stage.values, true)}
        onBack={() => setStage({ name: 'form' })}
      />
    )
  return <AddLinkDialog form={form} onClose={close} />
}
