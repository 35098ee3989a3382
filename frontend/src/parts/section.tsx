import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** The id of a section's heading, for links to it: 'api-access'. */
export const sectionId = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

type Props = {
  title: string
  lead?: string
  /** Stands beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of the page, under its heading. */
export const Section = ({ title, lead, aside, children }: Props) => {
  const id = sectionId(title)
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-dialog outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      <div className="mt-3 overflow-hidden rounded-card border border-line bg-surface">{children}</div>
    </section>
  )
}

/** Says where the settings of a section are kept, and that a change is saved. `of` differs after each change. */
export const OnDevice = ({ of }: { of: unknown }) => {
  const [seen, setSeen] = useState({ of, isChanged: false })
  if (seen.of !== of) setSeen({ of, isChanged: true })
  return (
    <p role="status" className="shrink-0 text-meta text-ink-2">
      {seen.isChanged ? 'Saved on this device' : 'On this device'}
    </p>
  )
}

type RowProps = {
  label: string
  children: ReactNode
  /** The act of the button beside it. */
  act?: { name: string; onAct: () => void }
}

/** A fact, and the button that changes it. */
export const Row = ({ label, children, act }: RowProps) => (
  <div className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-line border-t px-4 py-2.5 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
    <h3 className="col-start-1 self-end font-sans text-ink-2 max-sm:text-meta sm:self-center">{label}</h3>
    <div className="col-start-1 min-w-0 break-words max-sm:self-start sm:col-start-2">{children}</div>
    {act && (
      <Button
        onClick={act.onAct}
        className="col-start-2 row-span-2 row-start-1 sm:col-start-3 sm:row-span-1"
        aria-label={`${act.name} ${label.toLowerCase()}`}
      >
        {act.name}
      </Button>
    )}
  </div>
)

/** The part that could not be loaded, and why. */
export const Failure = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
    <p className="text-ink-2">{reason}</p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)
