import { escapeHtml } from '@lectern/contracts/escape-html.ts'

/** A part of a mail. Texts are plain: they are escaped where they are rendered. */
export type Block =
  | { readonly text: string }
  | { readonly button: string; readonly url: string }
  /** A quiet link below the others. */
  | { readonly link: string; readonly url: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }

export type Content = { readonly subject: string; readonly blocks: readonly Block[] }

/** Characters that end a line or change the direction of a text, as one space each. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const escaped = (text: string): string => escapeHtml(oneLine(text)).replaceAll("'", '&#39;')

const WIDTH = 76

/** Breaks a text between words. A longer word, such as an address, keeps its line. */
const wrapped = (text: string): string => {
  const lines: string[] = []
  for (const word of oneLine(text).split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

const plain = (block: Block): string => {
  if ('text' in block) return wrapped(block.text)
  if ('facts' in block) return block.facts.map(([name, value]) => oneLine(`${name}: ${value}`)).join('\n')
  const label = oneLine('button' in block ? block.button : block.link)
  // Such a label names the address.
  return block.url.startsWith('mailto:') ? label : `${label}:\n${oneLine(block.url)}`
}

const html = (block: Block): string => {
  if ('text' in block) return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`
  if ('facts' in block) {
    const rows = block.facts.map(
      ([name, value]) =>
        `<tr><th scope="row" style="text-align:left;font-weight:400;padding:2px 24px 2px 0">${escaped(name)}</th><td style="padding:2px 0">${escaped(value)}</td></tr>`,
    )
    return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
  }
  if ('button' in block)
    return `<p style="margin:0 0 16px"><a href="${escaped(block.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escaped(block.button)}</a></p>`
  return `<p style="margin:0 0 16px;font-size:14px"><a href="${escaped(block.url)}">${escaped(block.link)}</a></p>`
}

/** The two bodies of a mail, from one source. */
export const render = ({ subject, blocks }: Content): { subject: string; text: string; html: string } => ({
  subject: oneLine(subject),
  text: `${blocks.map(plain).join('\n\n')}\n`,
  html: [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px"><div style="max-width:560px;margin:0 auto;font:16px/1.5 sans-serif">',
    ...blocks.map(html),
    '</div></body></html>',
  ].join('\n'),
})
