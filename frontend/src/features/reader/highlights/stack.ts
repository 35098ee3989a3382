type Box = { readonly top: number; readonly height: number }

/** The tops of boxes that stand in one column: each at its own, or under the one before it. All are px, in the order of the tops. */
export const stack = (boxes: readonly Box[], between: number): number[] => {
  let free = Number.NEGATIVE_INFINITY
  return boxes.map(({ top, height }) => {
    const at = Math.max(top, free)
    free = at + height + between
    return at
  })
}
