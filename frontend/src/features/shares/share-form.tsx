import type { CreateShareRequest } from '@lectern/contracts/api/shares.ts'
import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { EXCERPT_WORDS } from '@lectern/contracts/shares.ts'
import { type FormEvent, useId, useState } from 'react'
import { useSharing } from '../../data/library/use-sharing.ts'
import { messageOf } from '../../lib/api.ts'
import { useSubmission } from '../../lib/submission.ts'
import { Choice } from '../../parts/choice.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

const TIMES = {
  never: 'Until it is withdrawn',
  1: 'A day',
  7: 'A week',
  30: '30 days',
  365: 'A year',
} as const
const DAY_MS = 86_400_000

type Props = {
  of: Pick<CreateShareRequest, 'kind' | 'linkId' | 'collectionId'>
  /** Gets the address. */
  onMade: (address: string) => void
  onClose: () => void
}

/** What a public link shows, to whom, and for how long. */
export const ShareForm = ({ of, onMade, onClose }: Props) => {
  const { make } = useSharing()
  const submission = useSubmission()
  const [live, setLive] = useState(true)
  const [withNotes, setNotes] = useState(false)
  const [fullText, setFullText] = useState(false)
  const [password, setPassword] = useState('')
  const [days, setDays] = useState('never')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const lacksPassword = fullText && password === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (lacksPassword) return setProblem('The full text is shared with a password only. Please choose one.')
    setSending(true)
    setProblem('')
    const chosen = { ...of, live, withNotes, fullText, password: password || null, days }
    try {
      const { url } = await submission(chosen, key => {
        const { days, ...body } = chosen
        const expiresAt = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
        return make({ ...body, expiresAt }, key)
      })
      onMade(url)
    } catch (error) {
      setProblem(messageOf(error, 'The public link could not be made. Please check your connection.'))
      setSending(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2.5">
      <fieldset>
        <legend className="mb-1 font-medium">The page</legend>
        <Pick label="Follows what I change" isPicked={live} onPick={() => setLive(true)} />
        <Pick label="Stays as it is now" isPicked={!live} onPick={() => setLive(false)} />
      </fieldset>
      <Check label="My notes" isChecked={withNotes} onChange={setNotes}>
        Notes that are marked private are never shown.
      </Check>
      {of.kind === 'article' && (
        <Check label="The full text" isChecked={fullText} onChange={setFullText}>
          It needs a password. Without it, the first {EXCERPT_WORDS} words are shown, and where to read on.
        </Check>
      )}
      <TextField
        label="Password"
        optional={!fullText}
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.${of.kind === 'collection' ? ' A page with a password has no feed.' : ''}`}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Choice label="It ends" options={TIMES} value={days} onChange={({ target }) => setDays(target.value)} />
      {problem !== '' && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        {/* Not disabled, because a disabled button would lose the focus. */}
        <Button
          look="ink"
          type="submit"
          aria-disabled={isSending || undefined}
          className="aria-disabled:opacity-55"
        >
          Make public link
        </Button>
      </DialogFoot>
    </form>
  )
}

const ROW = 'flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11'

const Pick = ({ label, isPicked, onPick }: { label: string; isPicked: boolean; onPick: () => void }) => (
  <label className={ROW}>
    <input
      type="radio"
      name="live"
      className="size-4 shrink-0 accent-ink"
      checked={isPicked}
      onChange={onPick}
    />
    {label}
  </label>
)

type CheckProps = {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** What it means. */
  children: React.ReactNode
}

const Check = ({ label, isChecked, onChange, children }: CheckProps) => {
  const id = useId()
  return (
    <div>
      <label className={ROW}>
        <input
          type="checkbox"
          className="checkbox"
          aria-describedby={id}
          checked={isChecked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      <p id={id} className="text-meta text-ink-2">
        {children}
      </p>
    </div>
  )
}
