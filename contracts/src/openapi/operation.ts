import type { z } from 'zod/mini'
import type { RejectionCode } from '../api/errors.ts'
import type { TokenRoute } from '../token-routes.ts'

/** The parts of the documentation, in their order. */
export const TAGS = {
  Links: 'Save links, list and search them, change and delete them, one or many.',
  Articles: 'The text that Lectern read from a page, and how far you have read it.',
  Notes: 'Notes, highlights and quotes on articles.',
  Collections: 'Collections, tags and counts.',
  Sharing: 'Links that show something to everybody who has the address.',
  Imports: 'What was imported, row by row.',
} as const
export type Tag = keyof typeof TAGS

/** An answer that is no JSON. */
export type FileAnswer = { readonly file: 'text/markdown' | 'text/csv' | 'image/webp' }

/** The ids of the examples. A test has a library with them. */
export const EXAMPLE = {
  link: 1,
  collection: 1,
  note: 1,
  url: 'https://example.com/soil-and-light',
  contentHash: 'f4d9d632fbb6cae089f72ab660c54745197a1d0b2f6df63b25e0e81aecf710a2',
  image: '0b3c1f7a5d2e4968b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8',
  importId: '019a0000-0000-7000-8000-0000000000d1',
  invitationId: '019a0000-0000-4000-8000-0000000000e1',
  library: '019a0000-0000-7000-8000-0000000000e3',
  memberId: '019a0000-0000-4000-8000-0000000000e2',
  share: '019a0000-0000-5000-8000-0000000000e1',
  commandId: 'archive-the-first-link',
} as const

/** A route as /docs and /api/openapi.json tell of it. */
export type Operation = {
  readonly tag: Tag
  /** A few words, such as 'Save a link'. */
  readonly summary: string
  readonly description?: string
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  /** The request may come without its body. */
  readonly isBodyOptional?: true
  readonly status: 200 | 201 | 202 | 204
  /** Absent with 204. */
  readonly answer?: z.ZodMiniType | FileAnswer
  /** The answer has the cursor of the next page in the header Lectern-Cursor. */
  readonly hasCursorHeader?: true
  /** It changes the library by one command, which a repetition with its Idempotency-Key does not give again. */
  readonly isRepeatable?: true
  /** Refusals beyond those of every route. */
  readonly refusals?: readonly RejectionCode[]
  readonly example: {
    readonly path?: Readonly<Record<string, string | number>>
    readonly query?: Readonly<Record<string, string | number>>
    readonly body?: unknown
  }
}

export type Operations = Partial<Record<TokenRoute, Operation>>
