/** Attributes that we give the elements of a page while it is read. `target` and `math` are stored. */
export const marks = {
  target: 'data-target',
  reference: 'data-refers',
  block: 'data-block',
  math: 'data-math',
  embed: 'data-embed',
} as const

export const ourMarks: readonly string[] = Object.values(marks)
