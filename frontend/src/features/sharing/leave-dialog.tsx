import { LeftAnswer } from '@lectern/contracts/api/sharing.ts'
import type { ComponentProps } from 'react'
import { z } from 'zod/mini'
import { useGivingUp } from '../../data/collections/given-up.ts'
import type { SharedCollection } from '../../data/collections/shared-list.ts'
import { countOf } from '../../lib/format.ts'
import { NeedsServer } from '../../parts/needs-server.tsx'
import { collectionPath, useSharingWrite } from '../../parts/sharing/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

type Props = { collection: SharedCollection; onClose: () => void }

const LeaveForm = z.object({ copies: z.boolean(), leaveNotes: z.boolean() })

/** Leaves a collection of somebody else, with copies of its articles if wanted. */
export default function LeaveDialog({ collection: { id, name, owner }, onClose }: Props) {
  const write = useSharingWrite()
  const givingUp = useGivingUp()
  const toast = useToast()
  const { register, errors, isSubmitting, submit } = useSchemaForm(LeaveForm, {
    defaults: { copies: false, leaveNotes: false },
    onSubmit: async (body, key) => {
      const leave = { method: 'POST', path: collectionPath(id, '/leave'), body } as const
      const answer = await givingUp(id, () => write(leave, key))
      const { copied } = LeftAnswer.parse(await answer.json())
      onClose()
      toast({
        title: `You have left "${name}"`,
        ...(body.copies && { description: `Your library got ${countOf(copied, 'article')}.` }),
      })
    },
  })
  return (
    <Dialog
      title={`Leave "${name}"`}
      onClose={onClose}
      description={`You see nothing of it any more, until ${owner} invites you again. What you saved in it stays there.`}
    >
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2">
        <NeedsServer sentence="You can leave when you are online again.">
          <Choice
            label="Take copies with me"
            hint="Its articles are saved into your own library, too."
            {...register('copies')}
          />
          <Choice
            label="Leave my notes there"
            hint="Those that the members see stay, without your name. Else they go with you."
            {...register('leaveNotes')}
          />
          <FormError>{errors.root}</FormError>
          <DialogFoot>
            <Button look="danger" type="submit" disabled={isSubmitting}>
              {isSubmitting ? 'Leaving...' : 'Leave'}
            </Button>
            <Button look="ink" onClick={onClose} autoFocus>
              Cancel
            </Button>
          </DialogFoot>
        </NeedsServer>
      </form>
    </Dialog>
  )
}

type ChoiceProps = ComponentProps<'input'> & { label: string; hint: string }

const Choice = ({ label, hint, ...input }: ChoiceProps) => (
  <label className="flex cursor-pointer items-start gap-2.5 py-1.5">
    <input type="checkbox" className="checkbox mt-0.5" {...input} />
    <span>
      <span className="font-medium">{label}</span>
      <span className="block text-meta text-ink-2">{hint}</span>
    </span>
  </label>
)
