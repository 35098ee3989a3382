import { BulkEditAnswer } from '@lectern/contracts/api/links.ts'
import { z } from 'zod/mini'
import type { Schema } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { actKind, failure } from './act.ts'
import { type Retag, retagged } from './retag.ts'

const ifUndoable = z.optional(z.boolean())

/**
 * @param verb the last part of the request's path, and what the person wanted
 * @param past what was done, without the number of links
 */
const tagAct = <Params>(
  verb: string,
  params: Schema<Params>,
  retagOf: (params: Params) => Retag,
  past: (params: Params) => string,
) =>
  actKind<Params, BulkEditAnswer>({
    params,
    result: BulkEditAnswer,
    undoable: true,
    names: () => ({ all: true }),
    request: body => ({ method: 'POST', path: `/api/tags/${verb}`, body }),
    patch: params => {
      const retag = retagOf(params)
      return {
        link: link => {
          // The tags of others are theirs.
          if (link.library !== undefined) return link
          const tags = retagged(link.tags, retag)
          return tags === link.tags ? link : { ...link, tags }
        },
        retag,
      }
    },
    done: (params, result) => ({
      title: past(params) + (result ? ` on ${countOf(result.updatedCount, 'link')}` : ''),
    }),
    failed: failure(`Failed to ${verb} the tag`),
  })

export const tagActs = {
  renameTag: tagAct(
    'rename',
    z.object({ from: z.string(), to: z.string(), ifUndoable }),
    ({ from, to }) => ({ from: [from], to }),
    ({ from, to }) => `"${from}" renamed to "${to}"`,
  ),
  mergeTags: tagAct(
    'merge',
    z.object({ from: z.array(z.string()), into: z.string(), ifUndoable }),
    ({ from, into }) => ({ from: [...from, into], to: into }),
    ({ from, into }) => `"${from.join('", "')}" merged into "${into}"`,
  ),
  /** The links stay. */
  deleteTag: tagAct(
    'delete',
    z.object({ tag: z.string(), ifUndoable }),
    ({ tag }) => ({ from: [tag], to: null }),
    ({ tag }) => `"${tag}" deleted`,
  ),
}
