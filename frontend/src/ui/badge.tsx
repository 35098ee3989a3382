/** A word that marks one entry among others. */
export const Badge = ({ children }: { children: string }) => (
  <span className="rounded-[6px] bg-marker-wash px-2 py-0.5 text-meta font-medium text-marker-ink">
    {children}
  </span>
)
