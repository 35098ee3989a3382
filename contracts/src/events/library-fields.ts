import { z } from 'zod'
import { runsOf } from '../runs.ts'

// Fields of the events of a library.

export const at = z.iso.datetime()
export const linkId = z.int().positive()
export const collectionId = z.int().positive()
/** page: the person typed no title, so that of the page takes its place once the page is read. */
export const titleFrom = z.enum(['person', 'page'])

export const collectionFields = {
  name: z.string().min(1),
  description: z.string().nullable(),
  /** #RRGGBB in upper case. */
  color: z.string(),
}

const place = z.int().nonnegative()

/** `names` are the distinct tags; `lists` the distinct lists, as places in `names`; `links` the place of each link's list. */
export const TagsBefore = z.object({
  names: z.array(z.string()),
  lists: z.array(z.array(place)),
  links: runsOf(place),
})
export type TagsBefore = z.infer<typeof TagsBefore>
