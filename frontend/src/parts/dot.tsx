/** A collection's colour. */
export const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="m-1 size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)

/** Placeholder for No Collection, which has no colour. */
export const NoDot = () => (
  <span aria-hidden className="m-1 size-2.5 shrink-0 rounded-full border-[1.5px] border-ink-3" />
)
