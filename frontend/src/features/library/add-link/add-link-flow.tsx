import type { ExistingLink } from '@lectern/contracts/api/errors.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf, sendOk } from '../../../lib/api.ts'
import { invalidateLibrary } from '../../../lib/link-cache.ts'
import { useUser } from '../../../lib/session.ts'
import { useSubmission } from '../../../lib/submission.ts'
import type { Prefill } from '../../../parts/dialogs.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'
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
  const client = useQueryClient()
  const toast = useToast()
  const submission = useSubmission()
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
    const body = { ...toRequest(values), ...(ignoreDuplicate ? { ignoreDuplicate } : {}) }
    try {
      await submission(body, key => sendOk('POST', '/api/links', body, key))
      void invalidateLibrary(client, 'reload')
      toast({ title: 'Link saved successfully!' })
      close()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && error.existingLink)
        return setStage({ name: 'duplicate', existing: error.existingLink, values })
      if (error instanceof ApiError && error.status === 402)
        return setStage({ name: 'limit', limit: error.limit ?? PLANS[plan].limit ?? 0 })
      toast({ tone: 'danger', title: 'Error', description: messageOf(error, 'Failed to save link') })
    }
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
