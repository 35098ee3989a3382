/**
 * Why a row of an imported file is not a link, or not as it was in the file. Events hold the codes; the sentences are for
 * the ledger, so a better sentence needs no new event.
 */
export const ROW_REASONS = {
  // Failed
  'no-url': 'The row has no address.',
  'bad-url': 'The address cannot be read.',
  'not-http': 'Only http and https addresses can be saved.',
  'url-too-long': 'The address is longer than 4,096 characters.',
  'not-a-link': 'The entry is a text or a file, not a link.',
  unreadable: 'The row cannot be read.',
  'cut-off': 'The file ends in the middle of this row.',
  'too-large': 'The row is larger than 4 MB.',
  'no-article': 'It is a note on an article that the file does not have.',
  // Skipped
  'feed-item': 'A feed brought it; you did not save it.',
  'over-limit': 'Your plan had no room for it.',
  'no-room': 'A library holds at most 60 MB of addresses, titles, notes and tags.',
} as const
export type RowReason = keyof typeof ROW_REASONS

/** Losses of an imported link. */
export const SHORTENED_REASONS = {
  title: 'The title was cut to 200 characters.',
  note: 'The note was cut to 500 characters; the whole text is a note on the article.',
  tag: 'A tag was cut to 100 characters.',
  tags: 'Tags beyond 50 were left out.',
  collection: 'The name of its collection was cut to 100 characters.',
  'no-collection': 'Its collection was left out: a library holds at most 1,000.',
  'note-text': 'A note or highlight was cut to 100,000 characters.',
  notes: 'Notes beyond 1,000, or beyond 16 MB, were left out.',
  description: "The descriptions of its file's last collections were left out: they have no room.",
  date: 'Its date cannot be right, so it has the time of the import.',
} as const
export type ShortenedReason = keyof typeof SHORTENED_REASONS

/** Why a note or highlight of an imported link was not taken. */
export const NOTE_REASONS = {
  'link-gone': 'Its article was deleted meanwhile.',
  'too-many-on-link': 'An article holds at most 1,000 notes.',
  'too-many-notes': 'A library holds at most 50,000 notes.',
  'too-much-text': 'A library holds at most 100 MB of notes.',
} as const
export type NoteReason = keyof typeof NOTE_REASONS

/** Why an import ended before the end of its file. The links imported until then stay. */
export const IMPORT_FAILURES = {
  'file-gone': 'The uploaded file is gone. Please upload it again.',
  unreadable: 'The file cannot be read.',
  'gave-up': 'The file could not be read in five attempts.',
} as const
export type ImportFailureReason = keyof typeof IMPORT_FAILURES

/** Codes for zod's enums. */
export const codesOf = <Code extends string>(sentences: Record<Code, string>): [Code, ...Code[]] =>
  Object.keys(sentences) as [Code, ...Code[]]

/** Why a whole file is refused. The first three are the sentences of spec.md section 5. */
export const FILE_REASONS = {
  empty: 'No data to import',
  'no-file': 'No file to import',
  'no-articles': 'No articles to import',
  unreadable: 'This file cannot be read. Please export it again.',
  'no-url-column': 'This table has no column with addresses.',
  'unknown-format': 'This file is no export that Lectern knows.',
  'zip-too-large': 'This ZIP file unpacks to more than 500 MB.',
  'zip-refused': 'This ZIP file holds files that Lectern does not open.',
  'took-too-long': 'This file takes too long to read.',
} as const
export type FileReason = keyof typeof FILE_REASONS
