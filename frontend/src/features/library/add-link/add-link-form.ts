import { LinkTitle, SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { z } from 'zod/mini'
import { splitTags } from '../../../parts/tags.ts'

/** The dialog's fields. Tags are one line of text, split on commas. */
export const AddLinkForm = z.extend(z.pick(SaveLinkRequest, { url: true, note: true }), {
  title: LinkTitle,
  tags: z
    .string()
    .check(
      z.refine(
        text => SaveLinkRequest.shape.tags.safeParse(splitTags(text)).success,
        'A tag is too long, or there are too many',
      ),
    ),
})
export type AddLinkFields = z.input<typeof AddLinkForm>
export type AddLinkValues = z.output<typeof AddLinkForm>

/** The body of POST /api/links, without blank fields. */
export const toRequest = ({ url, title, note, tags }: AddLinkValues): SaveLinkRequest & { title: string } => {
  const list = splitTags(tags)
  return { url, title, ...(note ? { note } : {}), ...(list.length > 0 ? { tags: list } : {}) }
}
