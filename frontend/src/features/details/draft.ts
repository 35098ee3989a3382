import { EditLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { UNREAD } from '@lectern/contracts/api/links.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import { z } from 'zod/mini'
import { retagged } from '../../data/acts/retag.ts'
import type { Link } from '../../data/answers.ts'
import { type Id, idFrom, numberOf } from '../../data/id.ts'
import { withScheme } from '../../lib/address.ts'
import { splitTags } from '../../parts/tags.ts'

const FIELDS = ['title', 'url', 'note', 'collection'] as const
export type Field = (typeof FIELDS)[number]

const text = z.optional(z.object({ value: z.string(), was: z.string() }))

/**
 * Texts that were typed into the form of a link. A field that is not in `texts` was not touched, so it follows the link. `was` is
 * the value that the person saw when typing: another one now was written elsewhere. Tags are taken away and added, so
 * that those of another device stay.
 */
export const Draft = z.object({
  /** When it was typed, ISO 8601. */
  at: z.string(),
  texts: z.object({ title: text, url: text, note: text, collection: text } satisfies Record<
    Field,
    typeof text
  >),
  removedTags: z.array(z.string()),
  /** Separated by commas. */
  addedTags: z.string(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft = (): Draft => ({
  at: new Date().toISOString(),
  texts: {},
  removedTags: [],
  addedTags: '',
})

/** The link's value of a field as the form has it. A collection is its id, or nothing. */
export const linkValue = (link: Link, field: Field): string => {
  if (field === 'collection') return link.collectionId === null ? '' : String(link.collectionId)
  return link[field] ?? ''
}

export const shownValue = ({ texts }: Draft, link: Link, field: Field): string =>
  texts[field]?.value ?? linkValue(link, field)

/** The value of a field as it is sent. An address may be typed without its scheme. */
const sentValue = (draft: Draft, link: Link, field: Field): string => {
  const value = shownValue(draft, link, field).trim()
  return field === 'url' ? withScheme(value) : value
}

/** The draft with a field as the person typed it. */
export const typed = (draft: Draft, link: Link, field: Field, value: string): Draft => {
  const { [field]: before, ...texts } = draft.texts
  const was = before?.was ?? linkValue(link, field)
  const isBack = value === was && was === linkValue(link, field)
  return { ...draft, texts: isBack ? texts : { ...texts, [field]: { value, was } } }
}

/** The draft where the field follows the link again. */
export const untyped = (draft: Draft, field: Field): Draft => {
  const { [field]: _, ...texts } = draft.texts
  return { ...draft, texts }
}

/** The draft where the person's text takes the place of what another device wrote. */
export const insisted = (draft: Draft, link: Link, field: Field): Draft => ({
  ...draft,
  texts: { ...draft.texts, [field]: { value: shownValue(draft, link, field), was: linkValue(link, field) } },
})

/** The fields that were changed here and elsewhere, to different texts. */
export const clashes = (draft: Draft, link: Link): Field[] =>
  FIELDS.filter(field => {
    const own = draft.texts[field]
    const now = linkValue(link, field)
    return own !== undefined && own.was !== now && sentValue(draft, link, field) !== now
  })

export const shownTags = ({ removedTags }: Draft, { tags }: Link): string[] =>
  tags.filter(tag => !removedTags.includes(tag))

/** Absent fields stay as they are. */
export type Changes = {
  url?: string
  title?: string | null
  note?: string | null
  tags?: string[]
  collectionId?: Id | null
}

/** The changes that the draft makes to the link as it is now. */
export const changesOf = (draft: Draft, link: Link): Changes => {
  const changes: Changes = {}
  for (const field of FIELDS) {
    const value = sentValue(draft, link, field)
    if (value === linkValue(link, field).trim()) continue
    if (field === 'collection') changes.collectionId = value === '' ? null : idFrom(value)
    else if (field === 'url') changes.url = value
    else changes[field] = value || null
  }
  const tags = retagged(link.tags, { from: draft.removedTags, to: null, add: splitTags(draft.addedTags) })
  if (tags.join() !== link.tags.join()) changes.tags = tags
  return changes
}

/** The changes, or values of the link, as requests name them. */
export const asSent = <Fields extends { collectionId?: Id | null }>({ collectionId, ...others }: Fields) => ({
  ...others,
  ...(collectionId !== undefined && { collectionId: collectionId === null ? null : numberOf(collectionId) }),
})

/** The first problem of each field, by the schema that the server uses. */
export const problemsOf = (changes: Changes): { [field in keyof Changes]?: string } => {
  const issues = EditLinkRequest.safeParse(asSent(changes)).error?.issues ?? []
  const entries = issues.map(({ path, message }) => [path[0] as keyof Changes, message] as const)
  return Object.fromEntries(entries.reverse())
}

/** The values that the person saw in the fields that they change. The server refuses to write over something else. */
export const wasOf = (changes: Changes, { url, title, note, tags, collectionId }: Link): Partial<Link> => {
  const seen = Object.entries({ url, title, note, tags, collectionId })
  return Object.fromEntries(seen.filter(([field]) => field in changes))
}

/**
 * How the link looks until the server's answer has been read: only what the person changed, so that a title of the page or
 * a change of another device that comes meanwhile shows. A new address has another article.
 */
export const shownOf = (changes: Changes, link: Link): Partial<Link> => {
  const { title, ...others } = changes
  const { url = link.url } = changes
  return {
    ...(url !== link.url && { ...UNREAD, readAt: null }),
    ...others,
    ...(title !== undefined && { title: title ?? titleOfPath(url) }),
  }
}
