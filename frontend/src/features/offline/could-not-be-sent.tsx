import { useRef } from 'react'
import { useLibrary, useRefusedActs } from '../../data/library/use-library.tsx'
import { settleEdit } from '../../data/links/drafts.ts'
import { allDrafts, dropDraft, isSending } from '../../data/notes/drafts.ts'
import { discard, type RefusedAct, refusedActs } from '../../data/outbox/refused.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { RefusedEntry } from './refused-entry.tsx'

/** The acts that the server refused, each with a way to settle it. Nothing where there are none. */
export default function CouldNotBeSent() {
  const refused = refusedActs(useRefusedActs())
  const { outbox } = useLibrary()
  const { id: userId } = useUser()
  const toast = useToast()
  const section = useRef<HTMLElement>(null)
  if (refused.length === 0) return null

  /** The button that was pressed goes with its entry. */
  const settle = (act: () => void) => {
    act()
    section.current?.focus()
  }
  const remove = (one: RefusedAct) => {
    const restore = discard(outbox, one)
    const acts = [one.act, ...one.needing]
    // A text of the panel is kept there as well until it is sent.
    for (const draft of allDrafts(userId))
      if (acts.some(act => isSending(act, draft))) dropDraft(userId, draft)
    for (const act of acts) settleEdit(userId, act)
    toast({ title: 'Discarded', action: { label: 'Undo', onAction: restore } })
  }
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="could-not-be-sent" className="mb-5 outline-none">
      <h3 id="could-not-be-sent" className="font-sans text-ui font-semibold">
        Could not be sent
      </h3>
      <p className="mt-1 text-meta text-ink-2">
        The server refused these changes. They stay on this device until you decide.
      </p>
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
        {refused.map(one => (
          <RefusedEntry
            key={one.act.seq}
            of={one}
            onSettle={settle}
            onDiscard={() => settle(() => remove(one))}
          />
        ))}
      </ul>
    </section>
  )
}
