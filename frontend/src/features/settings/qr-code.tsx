import { encode } from 'uqr'

/** Modules around the code, which cameras need. */
const QUIET = 4

/** Black on white in every look: cameras read nothing else well. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  const side = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full rounded-card bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
