/** A collection's colour. */
export const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="m-1 size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)
