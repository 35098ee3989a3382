import { InvitedAnswer } from '@lectern/contracts/api/sharing.ts'
import { InviteRequest } from '@lectern/contracts/api/sharing-requests.ts'
import { INVITATION_DAYS } from '@lectern/contracts/sharing.ts'
import { useState } from 'react'
import { z } from 'zod/mini'
import { countOf } from '../../lib/format.ts'
import { Secret } from '../../parts/secret.tsx'
import { collectionPath, useSharingWrite } from '../../parts/sharing/api.ts'
import { Button } from '../../ui/button.tsx'
import { FormError, TextArea } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { RoleSelect } from './role-select.tsx'

type Fields = { emails: string; role: string; forAnyone: boolean }

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(address => address !== '')

/** Makes the request. Shows the first problem at the addresses, with the address that it is about. */
const toRequest = z.transform((fields: Fields, context): z.output<typeof InviteRequest> => {
  const emails = addressesIn(fields.emails)
  const { data, error } = InviteRequest.safeParse({ ...fields, emails })
  if (data) return data
  const issue = error?.issues[0]
  const [, index] = issue?.path ?? []
  const about = typeof index === 'number' && emails.length > 1 ? `${emails[index]}: ` : ''
  context.issues.push({
    code: 'custom',
    path: ['emails'],
    message: about + (issue?.message ?? 'Please enter the email addresses.'),
    input: fields,
  })
  return z.NEVER
})
const InviteFormSchema = z.pipe(z.custom<Fields>(), toRequest)

/** Invites people by mail, or makes a link for whoever has it. */
export const InviteForm = ({ collectionId }: { collectionId: number }) => {
  const write = useSharingWrite()
  const toast = useToast()
  const [url, setUrl] = useState<string>()
  const form = useSchemaForm(InviteFormSchema, {
    defaults: { emails: '', role: 'reader', forAnyone: false },
    onSubmit: async (body, key) => {
      const path = collectionPath(collectionId, '/invitations')
      const answer = await write({ method: 'POST', path, body }, key)
      const { invitations, url: link } = InvitedAnswer.parse(await answer.json())
      setUrl(link)
      form.reset({ emails: '', role: body.role, forAnyone: false })
      if (body.emails.length > 0)
        toast({
          title: `${countOf(invitations.length, 'invitation')} sent`,
          description: `Valid for ${countOf(INVITATION_DAYS, 'day')}.`,
        })
    },
  })
  const { register, errors, isSubmitting } = form
  const isLink = form.watch('forAnyone') && form.watch('emails').trim() === ''
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <TextArea
        label="Email addresses"
        rows={2}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        data-focus-first
        hint="Up to 10, separated by commas. They need no account yet."
        error={errors.emails}
        {...register('emails')}
      />
      <RoleSelect label="They join as" {...register('role')} />
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
        <input type="checkbox" className="checkbox" {...register('forAnyone')} />
        Anyone with this link may accept, once
      </label>
      <FormError>{errors.root}</FormError>
      <Button look="ink" type="submit" disabled={isSubmitting} className="self-end">
        {isSubmitting ? 'Inviting...' : isLink ? 'Make a link' : 'Invite'}
      </Button>
      {url && (
        <div>
          <Secret label="Link of the invitation" value={url} />
          <p className="text-meta text-ink-2">It is shown this once, and is good for one person.</p>
        </div>
      )}
    </form>
  )
}
