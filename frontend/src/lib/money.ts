const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents as '$1,284.00'. */
export const formatCents = (cents: number): string => dollars.format(cents / 100)
