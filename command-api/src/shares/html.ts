import { escapeHtml } from '@lectern/contracts/escape-html.ts'

/** HTML that is shown as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

const textOf = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  return Array.isArray(value)
    ? value.map(textOf).join('')
    : escapeHtml(String(value)).replaceAll("'", '&#39;')
}

/** A template whose values are text, unless they are Html themselves. Attributes stand in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.reduce((all, part, n) => all + textOf(values[n - 1]) + part))

/** An address that a link may lead to; undefined for one that is none of the web. */
export const webAddress = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined)
