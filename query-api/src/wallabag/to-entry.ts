import { createHash } from 'node:crypto'
import { READING_SPEED } from '@lectern/contracts/limits.ts'
import { failureSentenceOf } from '@lectern/contracts/read-model/page-row.ts'
import type { WallabagAnnotation } from '@lectern/contracts/wallabag/annotation.ts'
import { wallabagDate, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import type { EntryRow } from './entries.ts'

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null)

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

const dateOf = (text: string | null): string | null => {
  const date = text === null ? undefined : new Date(text)
  return date === undefined || Number.isNaN(date.getTime()) ? null : wallabagDate(date)
}

/** What stands for the text where there is none. */
const missingText = ({ status, reason }: EntryRow): string =>
  status === 'failed'
    ? `<p>This page could not be read. ${failureSentenceOf(reason)}</p>`
    : '<p>Lectern has not read this page yet.</p>'

export type EntryOwner = { readonly id: number; readonly name: string; readonly email: string }
type Parts = {
  readonly owner: EntryOwner
  readonly annotations: readonly WallabagAnnotation[]
  /** Its HTML; null where there is none, undefined where it was not asked for. */
  readonly text: string | null | undefined
}

/** An entry as wallabag writes it. */
export const toEntry = (row: EntryRow, { owner, annotations, text }: Parts) => ({
  id: row.id,
  uid: null,
  user_id: owner.id,
  user_name: owner.name,
  user_email: owner.email,
  url: row.url,
  given_url: row.url,
  hashed_url: sha1(row.url),
  hashed_given_url: sha1(row.url),
  title: row.title,
  ...(text !== undefined && { content: text ?? missingText(row) }),
  is_archived: row.is_archived ? 1 : 0,
  is_starred: row.is_favorite ? 1 : 0,
  tags: row.tags.map(wallabagTag),
  annotations,
  created_at: wallabagDate(row.created_at),
  updated_at: wallabagDate(new Date(row.updated_at)),
  archived_at: null,
  starred_at: null,
  published_at: dateOf(row.published_at),
  published_by: row.author === null ? null : [row.author],
  mimetype: 'text/html',
  language: row.language,
  reading_time: Math.ceil((row.words ?? 0) / READING_SPEED),
  domain_name: hostOf(row.url),
  preview_picture: row.image,
  origin_url: null,
  http_status: row.status === 'ready' ? '200' : null,
  is_public: false,
  _links: { self: { href: `/api/entries/${row.id}` } },
})
