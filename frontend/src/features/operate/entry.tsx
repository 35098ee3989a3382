import type { ReactNode } from 'react'

type Props = {
  name: string
  /** A sentence below the name. */
  note?: string
  children: ReactNode
}

/** A fact: its name, and at the right what it is. */
export const Entry = ({ name, note, children }: Props) => (
  <li className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-line border-t px-4 py-2.5 first:border-t-0">
    <div className="min-w-0">
      <p className="break-words">{name}</p>
      {note && <p className="text-meta text-ink-2">{note}</p>}
    </div>
    <p className="tabular min-w-0 break-words text-ink-2">{children}</p>
  </li>
)

/** In place of facts that a part did not tell. */
export const Unknown = () => <p className="px-4 py-3 text-ink-2">Not known: a part does not answer.</p>
