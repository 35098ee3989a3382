import { useState } from 'react'
import { Section, sectionId } from '../../parts/section.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The end of the account: what goes, what stays, and what to take along first. */
export const DeleteSection = () => {
  const [isAsked, setAsked] = useState(false)
  return (
    <Section title="Delete account">
      <div className="flex flex-col gap-3 px-4 py-4">
        <p>
          Links, collections, tags, notes, highlights, imports, exports and the history of all of them are
          deleted for good. Your email and your username are free again.
        </p>
        <p className="text-ink-2">
          Payments stay as numbers without a name, in our books and at Stripe. Articles that others have
          saved, too, stay for them. What another device keeps offline goes when you sign out there first.
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button look="danger" onClick={() => setAsked(true)}>
            Delete account
          </Button>
          <a
            href={`#${sectionId('Data')}`}
            className="underlined inline-flex min-h-8 items-center rounded-[4px] font-medium"
          >
            Take your data along first
          </a>
        </div>
      </div>
      {isAsked && <DeleteAccountDialog onClose={() => setAsked(false)} />}
    </Section>
  )
}
