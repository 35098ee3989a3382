/** Class names, without those whose condition does not hold. */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
