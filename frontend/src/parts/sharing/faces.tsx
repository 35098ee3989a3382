/** The initials of a name, of at most two words. */
const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()

const FACES_MAX = 3

export const Face = ({ name }: { name: string }) => (
  <span
    aria-hidden
    title={name}
    className="grid size-5.5 shrink-0 place-items-center rounded-full border border-surface bg-line-2 text-[0.625rem] leading-none font-semibold text-ink"
  >
    {initialsOf(name)}
  </span>
)

/** The faces of those who share a collection, and the number of the others. */
export default function Faces({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const others = names.length - FACES_MAX
  return (
    <span className="flex shrink-0 -space-x-1.5">
      <span className="sr-only">, shared with {names.join(', ')}</span>
      {names.slice(0, FACES_MAX).map((name, n) => (
        // Two people may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Face key={n} name={name} />
      ))}
      {others > 0 && (
        <span aria-hidden className="tabular pl-2 text-meta text-ink-3">
          +{others}
        </span>
      )}
    </span>
  )
}
