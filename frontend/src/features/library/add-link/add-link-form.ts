import { LinkTitle, SaveLinkRequest, webAddress } from '@lectern/contracts/api/link-requests.ts'
import { z } from 'zod/mini'
import { withScheme } from '../../../lib/address.ts'
import { splitTags } from '../../../parts/tags.ts'

/** The dialog's fields. An address may lack its scheme. Tags are one line of text, split on commas. */
export const AddLinkForm = z.extend(z.pick(SaveLinkRequest, { note: true }), {
  url: z.pipe(z.string(), z.pipe(z.transform(withScheme), webAddress)),
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

/**
 * The body of POST /api/links, without blank fields.
 * @param isTyped whether the person typed the title; that of the page takes the place of another one
 */
export const toRequest = (
  { url, title, note, tags }: AddLinkValues,
  isTyped: boolean,
): SaveLinkRequest & { title: string } => {
  const list = splitTags(tags)
  return {
    url,
    title,
    ...(isTyped ? {} : { titleFrom: 'page' }),
    ...(note ? { note } : {}),
    ...(list.length > 0 ? { tags: list } : {}),
  }
}
