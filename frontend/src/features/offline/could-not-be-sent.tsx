import { useRef } from 'react'
import { useRefusedActs } from '../../data/library/use-library.tsx'
import { refusedActs } from '../../data/outbox/refused.ts'
import { isHeldByRestore } from '../../data/outbox/restored.ts'
import { RefusedEntry } from './refused-entry.tsx'
import { useDiscard } from './use-discard.ts'

/** The acts that the server refused, each with a way to settle it. Nothing where there are none. */
export default function CouldNotBeSent() {
  const refused = refusedActs(useRefusedActs()).filter(({ refusal }) => !isHeldByRestore(refusal))
  const remove = useDiscard()
  const section = useRef<HTMLElement>(null)
  if (refused.length === 0) return null

  /** The button that was pressed goes with its entry. */
  const settle = (act: () => void) => {
    act()
    section.current?.focus()
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
            onDiscard={() => settle(() => remove([one]))}
          />
        ))}
      </ul>
    </section>
  )
}
