import { date, isObject, list, text } from './fields.ts'
import { documentFormat, formatOf } from './format.ts'
import { RECORD_MAX } from './readers/limits.ts'
import { textOf } from './readers/text.ts'
import { openZip } from './readers/zip.ts'
import type { Format, SourceFile, SourceItem } from './source.ts'

/** The answer of its API; no file of this kind has been seen. */
export const getrecallJson: Format = documentFormat('getrecall', ['results.*'], card =>
  text(card.source_url) === ''
    ? { kind: 'failed', reason: 'not-a-link' }
    : {
        kind: 'row',
        url: text(card.source_url),
        title: text(card.title),
        tags: list(card.tags).map(tag => (isObject(tag) ? text(tag.name) : text(tag))),
        savedAt: date(card.created_at),
      },
)

export const RECALL_CARD = /\.(md|markdown)$/i

/** A Markdown file for each card. */
export const getrecallZip: Format = formatOf('getrecall', async function* (file) {
  for (const card of (await openZip(file)).filter(({ name }) => RECALL_CARD.test(name)))
    yield [card.size > RECORD_MAX ? { kind: 'failed', reason: 'too-large' } : await readCard(card)]
})

const URLS = ['source_url', 'source', 'url', 'link']
const DATES = ['created_at', 'created', 'date', 'saved_at']

const readCard = async (card: SourceFile): Promise<SourceItem> => {
  let markdown = ''
  for await (const piece of textOf(card)) markdown += piece
  const { fields, body } = frontMatter(markdown)
  const field = (names: readonly string[]) =>
    names.map(name => fields.get(name)?.[0] ?? '').find(value => value !== '') ?? ''
  const url = field(URLS)
  if (url === '') return { kind: 'failed', reason: 'not-a-link' }
  return {
    kind: 'row',
    url,
    title: field(['title', 'name']) || (card.name.split('/').at(-1) ?? '').replace(RECALL_CARD, ''),
    tags: fields.get('tags') ?? [],
    savedAt: date(field(DATES)),
    notes: body === '' ? [] : [{ type: 'note', content: body }],
  }
}

/** The part of YAML that cards use: `name: value`, and lists as `[a, b]` or one `- a` a line. */
const frontMatter = (markdown: string): { fields: Map<string, string[]>; body: string } => {
  const fields = new Map<string, string[]>()
  const parts = /^\s*---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(markdown)
  let values: string[] = []
  for (const line of (parts?.[1] ?? '').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([A-Za-z][\w -]*):(?:\s+(.*))?$/s.exec(line) ?? []
    const [, item] = /^\s*-\s+(.*)$/s.exec(line) ?? []
    if (name !== '') {
      const isList = value.trim().startsWith('[') || name.toLowerCase() === 'tags'
      values = value.trim() === '' ? [] : isList ? bracketed(value) : [unquoted(value)]
      fields.set(name.toLowerCase().replaceAll(/[ -]/g, '_'), values)
    } else if (item !== undefined) values.push(unquoted(item))
  }
  return { fields, body: (parts?.[2] ?? markdown).trim() }
}

const bracketed = (value: string): string[] =>
  value
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(unquoted)

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/s, '$2')
