import { type Passkey, SignInMethods } from '@lectern/contracts/api/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getJson } from '../../lib/api.ts'
import { hasPasskeys } from '../../lib/has-passkeys.ts'
import { Section } from '../../parts/section.tsx'
import { Button } from '../../ui/button.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { accountQuery } from './api.ts'
import { MadeAndUsed } from './made-and-used.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

type Asking = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly of: Passkey }

/** What the account can be opened with beside its password. */
export const PasskeysSection = () => {
  const { data } = useQuery(accountQuery)
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => getJson('/api/auth/methods', SignInMethods, { signal }),
  })
  const list = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<Asking>()
  const passkeys = data?.passkeys ?? []
  const isAble = hasPasskeys()
  const canAdd = methods.data?.passkeys === true && isAble
  const close = () => setAsking(undefined)
  return (
    <Section
      title="Passkeys"
      lead="Sign in with the fingerprint, the face or the PIN of a device, and without the password."
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        {passkeys.length > 0 && (
          <ul aria-label="Passkeys">
            {passkeys.map(passkey => (
              <Entry
                key={passkey.id}
                of={passkey}
                onRename={() => setAsking({ what: 'rename', of: passkey })}
                onRemove={() => setAsking({ what: 'remove', of: passkey })}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">
            {methods.data?.passkeys === false
              ? 'This server cannot have passkeys: they need an address with a name, and https.'
              : !isAble
                ? 'This browser has no passkeys at this address.'
                : passkeys.length === 0 && 'You have none yet.'}
          </p>
          {canAdd && <Button onClick={() => setAsking({ what: 'add' })}>Add a passkey</Button>}
        </div>
      </div>
      {asking?.what === 'add' && <AddPasskeyDialog onClose={close} />}
      {asking?.what === 'rename' && <RenamePasskeyDialog of={asking.of} onClose={close} />}
      {asking?.what === 'remove' && (
        <RemovePasskeyDialog of={asking.of} onClose={close} focusAfter={() => list.current} />
      )}
    </Section>
  )
}

const Entry = ({ of, onRename, onRemove }: { of: Passkey; onRename: () => void; onRemove: () => void }) => (
  <li className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0">
      <bdi className="font-medium wrap-anywhere">{of.name}</bdi>
      <p className="tabular mt-0.5 text-meta text-ink-2">
        <MadeAndUsed of={of} />
      </p>
    </div>
    <div className="flex shrink-0 gap-2">
      <Button onClick={onRename} aria-label={`Rename ${of.name}`}>
        Rename
      </Button>
      <Button onClick={onRemove} aria-label={`Remove ${of.name}`}>
        Remove
      </Button>
    </div>
  </li>
)
