import { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { idIn } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { addAnyway, keepExisting, type RefusedAct, saveInOwn, tryAgain } from '../../data/outbox/refused.ts'
import { areChecked, isHeldByRestore } from '../../data/outbox/restored.ts'
import { countOf, formatDate, formatExact } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { textsOf, writtenText } from './act-texts.ts'

type Props = {
  of: RefusedAct
  /** Does what settles the act, and looks after the focus. */
  onSettle: (act: () => void) => void
  onDiscard: () => void
}

/** One act that waits for the person: what it was, why, since when, and what can be done. */
export const RefusedEntry = ({ of: refused, onSettle, onDiscard }: Props) => {
  const { outbox } = useLibrary()
  const toast = useToast()
  const { act, refusal, needing } = refused
  const { title, text } = textsOf(act)
  const isHeld = isHeldByRestore(refusal)
  const written = [act, ...needing].flatMap(each => writtenText(each) ?? [])
  const copy = () =>
    navigator.clipboard.writeText(written.join('\n\n')).then(
      () => toast({ title: 'Copied' }),
      () => toast({ tone: 'danger', title: 'Failed to copy', description: 'Please select the text.' }),
    )
  const existing =
    act.name === 'saveLink' && refusal.status === 409
      ? ExistingLink.safeParse(refusal.details.existingLink).data
      : undefined
  const library = act.name === 'saveLink' ? act.params.library : undefined
  return (
    <li aria-label={title} className="flex flex-col gap-1.5 px-4 py-3.5">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium text-ink">{title}</span>
        <time dateTime={act.at} title={formatExact(act.at)} className="shrink-0 text-meta text-ink-3">
          {formatDate(act.at)}
        </time>
      </p>
      {[text, ...needing.map(each => textsOf(each).text)].map(
        (each, n) =>
          each && (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts of one entry do not move
              key={n}
              dir="auto"
              className="line-clamp-4 font-serif break-words whitespace-pre-line text-ink-2"
            >
              {each}
            </p>
          ),
      )}
      {!isHeld && <p className="text-meta text-danger">{refusal.message}</p>}
      {isHeld && !areChecked([act, ...needing]) && (
        <p className="text-meta text-ink-3">
          It may be about something else by now. Send it only if you are sure.
        </p>
      )}
      {needing.length > 0 && (
        <p className="text-meta text-ink-3">{countOf(needing.length, 'change')} on it waits with it.</p>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-2.5">
        {written.length > 0 && <Button onClick={copy}>Copy text</Button>}
        {!existing && <Button onClick={onDiscard}>Discard</Button>}
        {refusal.status === 402 && library === undefined && (
          // A full page load: the pricing page is a separate page for search engines.
          <Button onClick={() => location.assign('/pricing')}>View Upgrade Options</Button>
        )}
        {!isHeld && library !== undefined && (
          <Button onClick={() => onSettle(() => saveInOwn(outbox, refused))}>
            Save to my own library instead
          </Button>
        )}
        {existing ? (
          <>
            <Button onClick={() => onSettle(() => addAnyway(outbox, refused))}>Add Anyway</Button>
            <Button
              look="ink"
              onClick={() => onSettle(() => keepExisting(outbox, refused, idIn(library, existing.id)))}
            >
              Keep Existing
            </Button>
          </>
        ) : (
          <Button look="ink" onClick={() => onSettle(() => tryAgain(outbox, refused))}>
            {isHeld ? 'Send' : 'Try again'}
          </Button>
        )}
      </div>
    </li>
  )
}
