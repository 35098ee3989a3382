import { Contact } from '@lectern/contracts/api/contact.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../lib/api.ts'

/** Where people write to. */
export const contactQuery = queryOptions({
  queryKey: ['contact'],
  queryFn: ({ signal }) => getJson('/api/contact', Contact, { signal }),
})
