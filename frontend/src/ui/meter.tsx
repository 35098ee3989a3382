/** A bar that shows how full the library is. The text beside it says the same, so the bar is hidden from screen readers. */
export const Meter = ({ used, allowed }: { used: number; allowed: number }) => (
  <div aria-hidden className="h-1.25 overflow-hidden rounded-full bg-sunken">
    <div
      className="h-full rounded-full bg-marker"
      style={{ width: `${Math.min(100, (used / allowed) * 100)}%` }}
    />
  </div>
)
