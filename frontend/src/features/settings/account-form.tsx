import { REJECTIONS } from '@lectern/contracts/api/errors.ts'
import type { FormEvent, ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

type Props = {
  title: string
  lead?: ReactNode
  onClose: () => void
  onSubmit: (event: FormEvent) => void
  isSubmitting: boolean
  /** Why the server refused the form as a whole. */
  problem: string | undefined
  /** The name of the button. */
  act?: string
  /** The name of the button while it acts, which deletes. */
  deleting?: string
  children: ReactNode
}

/** A dialog that changes one fact of the account. */
export const AccountForm = ({
  title,
  lead,
  onClose,
  onSubmit,
  isSubmitting,
  problem,
  act = 'Save',
  deleting,
  children,
}: Props) => (
  <Dialog title={title} onClose={onClose} {...(lead !== undefined && { description: lead })}>
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-2.5 [[role=dialog]>div+&]:mt-4">
      {children}
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={deleting === undefined ? 'ink' : 'danger'} type="submit" disabled={isSubmitting}>
          {isSubmitting ? (deleting ?? 'Saving...') : act}
        </Button>
      </DialogFoot>
    </form>
  </Dialog>
)

type Form<Field extends string> = {
  readonly setError: (field: Field, error: { message: string }) => void
  readonly setFocus: (field: Field, options: { shouldSelect: boolean }) => void
  readonly fail: (error: unknown) => void
}

/** Shows a refusal of what asks for the present password: there, where it was wrong. */
export const showAccessRefusal = (error: unknown, form: Form<'currentPassword'>): void => {
  const isWrong = error instanceof ApiError && error.message === REJECTIONS['wrong-password'][1]
  showRefusal(error, isWrong ? { 403: 'currentPassword' } : {}, form)
}

/** Shows a refusal at the field that its status is about, else for the form as a whole. */
export const showRefusal = <Field extends string>(
  error: unknown,
  fields: { readonly [status: number]: Field },
  { setError, setFocus, fail }: Form<Field>,
): void => {
  const field = error instanceof ApiError ? fields[error.status] : undefined
  if (field === undefined) {
    fail(error)
    return
  }
  setError(field, { message: (error as ApiError).message })
  setFocus(field, { shouldSelect: true })
}
