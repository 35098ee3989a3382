/** A place that the operator of this server completes. */
export const Fill = ({ children }: { children: string }) => (
  <mark data-fill className="-mx-0.5 rounded-[4px] bg-highlight px-0.5 text-ink">
    [{children}]
  </mark>
)
