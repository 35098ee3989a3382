import type { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Id, idIn, readerPath } from '../../../data/id.ts'
import { useAct } from '../../../data/library/use-library.tsx'
import { ApiError } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { type Prefill, useOpenDialog } from '../../../parts/dialogs.ts'
import { AddLinkDialog } from './add-link-dialog.tsx'
import { toRequest } from './add-link-form.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { readPrefill, sharedPage } from './prefill.ts'
import { useAddLinkForm } from './use-add-link-form.ts'
import { useOfferedPage } from './use-offered-page.ts'
import { type Page, useQuickSave } from './use-quick-save.ts'
import { useLeaveSaveAddress } from './use-save-address.ts'
import { useSaveTarget } from './use-save-target.ts'

type Request = ReturnType<typeof toRequest> &
  Partial<NonNullable<ReturnType<typeof useSaveTarget>>> & { via?: string | undefined }

type Stage =
  | { name: 'form' }
  | { name: 'duplicate'; existing: ExistingLink; request: Request; html: string | null }

const PAGE_GONE =
  'The page is closed, has moved on, or is larger than 5 MB. Save Link keeps its address all the same.'

type Props = {
  prefill?: Prefill
  /** The address of ours that asked for the form. */
  asked?: { path: string; search: string }
  onClose: () => void
}

/** What a share brings is saved at once. All else opens the form. */
export default function AddLinkFlow({ prefill, asked, onClose }: Props) {
  const [first] = useState(() => prefill ?? (asked ? readPrefill(asked.path, asked.search) : null))
  const [shared] = useState(() => asked && sharedPage(asked.path, first))
  if (shared) return <SaveShared page={shared} onClose={onClose} />
  return <FormFlow first={first} onClose={onClose} />
}

const SaveShared = ({ page, onClose }: { page: Page; onClose: () => void }) => {
  const save = useEffectEvent(useQuickSave())
  const leaveAddress = useLeaveSaveAddress()
  const leave = useEffectEvent(() => {
    onClose()
    leaveAddress()
  })
  useEffect(() => {
    save([page])
    leave()
  }, [page])
  return null
}

/** The form, then the duplicate or limit dialog when the server refuses the link. */
const FormFlow = ({ first, onClose }: { first: Prefill | null; onClose: () => void }) => {
  const [stage, setStage] = useState<Stage>({ name: 'form' })
  const openDialog = useOpenDialog()
  const act = useAct()
  const navigate = useNavigate()
  const leaveAddress = useLeaveSaveAddress()
  const close = () => {
    onClose()
    leaveAddress()
  }
  const target = useSaveTarget()
  // The page of somebody else's link is its owner's matter.
  const takePage = useOfferedPage(target ? undefined : first?.offer)
  const withText = useRef(false)
  const via = first?.via
  const form = useAddLinkForm({
    prefill: first,
    onSubmit: async (values, isTitleTyped) => {
      const html = withText.current && takePage ? await takePage() : null
      if (withText.current && html === null) throw new ApiError(0, PAGE_GONE)
      await save({ ...toRequest(values, isTitleTyped), ...(via && { via }), ...target }, html)
    },
  })
  const submit = (hasText: boolean) => {
    withText.current = hasText
    void form.submit()
  }
  /** Closes without keeping what was typed. */
  const end = () => {
    form.dropDraft()
    close()
  }

  // A dialog that was closed while saving cannot ask; then a toast tells the refusal.
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const ask = (request: Request, html: string | null, { status, message, details }: ApiError): boolean => {
    if (!isOpen.current) return false
    const { library: _, collection, ...own } = request
    if (status === 402 && collection)
      openDialog('ownersLimit', { reason: message, save: () => void act('saveLink', own) })
    else if (status === 402) openDialog('limit', { limit: details.limit ?? 0 })
    else if (status === 409 && details.existingLink)
      setStage({ name: 'duplicate', existing: details.existingLink, request, html })
    else return false
    return true
  }
  /** Also for a page that the person had before: they asked for its text. */
  const savePage = (linkId: Id, html: string | null) => {
    if (html !== null) void act('savePage', { linkId, html, via })
  }
  const save = async (request: Request, html: string | null) => {
    let isAsking = false
    const outcome = await act('saveLink', request, {
      answers: refusal => {
        isAsking = ask(request, html, refusal)
        return isAsking
      },
    })
    if (outcome.status !== 'refused') {
      savePage(outcome.made, html)
      end()
    } else if (!isAsking) throw outcome.error
  }

  if (stage.name === 'duplicate')
    return (
      <DuplicateDialog
        existing={stage.existing}
        newTitle={stage.request.title}
        hasText={stage.html !== null}
        onKeep={() => {
          savePage(idIn(stage.request.library, stage.existing.id), stage.html)
          end()
        }}
        onOpen={() => {
          end()
          navigate(readerPath(idIn(stage.request.library, stage.existing.id)))
        }}
        onAdd={() =>
          save({ ...stage.request, ignoreDuplicate: true }, stage.html).catch(error => {
            setStage({ name: 'form' })
            form.fail(error)
          })
        }
        onBack={() => setStage({ name: 'form' })}
      />
    )
  return (
    <AddLinkDialog
      form={form}
      onSubmit={submit}
      hasPage={takePage !== null}
      onOpenExisting={id => {
        close()
        navigate(readerPath(id))
      }}
      onClose={close}
      onCancel={end}
    />
  )
}
