import type { NoteRanges } from '../events/notebook.ts'
import { wallabagDate } from './entry.ts'

type Annotated = {
  readonly id: number
  readonly content: string
  readonly selectedText: string | null
  readonly ranges: NoteRanges | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A note as wallabag's apps have it. What has no words but the page's is an annotation without a text. */
export const wallabagAnnotation = ({
  id,
  content,
  selectedText,
  ranges,
  createdAt,
  updatedAt,
}: Annotated) => ({
  id,
  annotator_schema_version: 'v1.0',
  text: content === selectedText ? '' : content,
  quote: selectedText ?? '',
  ranges: ranges ?? [],
  created_at: wallabagDate(createdAt),
  updated_at: wallabagDate(updatedAt),
})
export type WallabagAnnotation = ReturnType<typeof wallabagAnnotation>
