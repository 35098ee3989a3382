import type { ExistingLink } from '@lectern/contracts/api/errors.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import { useAct } from '../../../data/use-library.tsx'
import type { ApiError } from '../../../lib/api.ts'
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

  // A dialog that was closed while saving cannot ask; then a toast tells the refusal.
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const ask = (values: AddLinkValues, { status, details }: ApiError): boolean => {
    if (!isOpen.current) return false
    if (status === 402) setStage({ name: 'limit', limit: details.limit ?? PLANS[plan].limit ?? 0 })
    else if (status === 409 && details.existingLink)
      setStage({ name: 'duplicate', existing: details.existingLink, values })
    else return false
    return true
  }
  const save = async (values: AddLinkValues, ignoreDuplicate: boolean) => {
    const request = { ...toRequest(values), ...(ignoreDuplicate && { ignoreDuplicate }) }
    let isAsking = false
    const outcome = await act('saveLink', request, {
      answers: refusal => {
        isAsking = ask(values, refusal)
        return isAsking
      },
    })
    if (outcome.status !== 'refused') close()
    else if (!isAsking) throw outcome.error
  }

  if (stage.name === 'limit') return <LimitDialog plan={plan} limit={stage.limit} onClose={close} />
  if (stage.name === 'duplicate')
    return (
      <DuplicateDialog
        existing={stage.existing}
        newTitle={stage.values.title}
        onKeep={close}
        onAdd={() =>
          save(stage.values, true).catch(error => {
            setStage({ name: 'form' })
            form.fail(error)
          })
        }
        onBack={() => setStage({ name: 'form' })}
      />
    )
  return <AddLinkDialog form={form} onClose={close} />
}
