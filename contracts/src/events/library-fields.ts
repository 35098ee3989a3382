import { z } from 'zod'

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
