/** A collection's colour. */
export const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="m-1 size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)

/** Stands where a collection's colour would. */
export const NoDot = () => (
  <span aria-hidden className="m-1 size-2.5 shrink-0 rounded-full border-[1.5px] border-ink-3" />
)
