import { z } from 'zod/mini'
import { ExportFormat, isAlwaysWhole } from './exports.ts'
import { linkIds } from './link-ids.ts'

const WHAT = 'Please say what to export.'
const scope = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('links'), linkIds }),
    /** null: links in no collection. */
    z.object({
      kind: z.literal('collection'),
      collectionId: z.nullable(z.int('Please choose a collection.')),
    }),
  ],
  WHAT,
)

/**
 * POST /api/exports. A search is exported by its ids, as GET /api/links/ids gives them. 202 with an Export; 402 where the
 * plan has no such export; 400 for an audit file of a part, or without private notes; 413 for an EPUB of more than 200 articles; 409 while another export of the library is made. Ids that are not there are skipped.
 */
export const ExportRequest = z
  .object({
    format: z.enum(ExportFormat.options, 'This format is unknown.'),
    scope: z._default(scope, { kind: 'all' }),
    /** Default: true for the whole library, which is for oneself; false for a part of it, which may be for others. */
    withPrivateNotes: z.optional(z.boolean('withPrivateNotes must be true or false')),
  })
  .check(
    z.refine(
      ({ format, scope }) => !isAlwaysWhole(format) || scope.kind === 'all',
      'An audit file is of the whole library.',
    ),
    z.refine(
      ({ format, withPrivateNotes }) => !isAlwaysWhole(format) || withPrivateNotes !== false,
      'An audit file always has the private notes.',
    ),
  )
export type ExportRequest = z.input<typeof ExportRequest>
