export type Form = { [name: string]: FormValue }
export type FormValue = string | Form | FormValue[]

/** Reads a form-encoded body or query as Stripe does: a[b][0]=c is {a: {b: ['c']}}. */
export const readForm = (encoded: string): Form => {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) put(form, pathOf(name), value)
  return listed(form) as Form
}

const pathOf = (name: string): string[] => {
  const first = /^[^[]*/.exec(name)?.[0] ?? ''
  return [first, ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)]
}

const put = (form: Form, [name = '', ...rest]: string[], value: string): void => {
  const key = name === '' ? String(Object.keys(form).length) : name
  if (rest.length === 0) form[key] = value
  else {
    const inner = form[key]
    const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null)
    form[key] = next
    put(next, rest, value)
  }
}

/** Objects whose names are 0, 1, 2 … become lists. */
const listed = (value: FormValue): FormValue => {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const)
  if (entries.length > 0 && entries.every(([name], n) => name === String(n)))
    return entries.map(([, inner]) => inner)
  return Object.fromEntries(entries)
}
