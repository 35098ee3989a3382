import type { Span } from '../../../../parts/article-text/article-text.ts'

/** The stretches that lie in two or more of these spans, which are in the order of their starts. */
export const overlapsOf = (spans: readonly Span[]): Span[] => {
  const found: { start: number; end: number }[] = []
  let covered = -1
  for (const { start, end } of spans) {
    const overlapEnd = Math.min(end, covered)
    if (start < overlapEnd) {
      const last = found.at(-1)
      if (last && start <= last.end) last.end = Math.max(last.end, overlapEnd)
      else found.push({ start, end: overlapEnd })
    }
    covered = Math.max(covered, end)
  }
  return found
}
