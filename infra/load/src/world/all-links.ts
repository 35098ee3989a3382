import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { LIST_LIMIT_MAX } from '@lectern/contracts/limits.ts'
import { succeed, type User } from './users.ts'

/** A list in pages of the greatest length. @param query filters, such as `archived=all` */
export async function* linkPages(user: User, query = ''): AsyncGenerator<LinkList> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/links?limit=${LIST_LIMIT_MAX}&${query}${cursor && `&cursor=${cursor}`}`
    const page: LinkList = await succeed(user.api, { method: 'GET', path })
    yield page
    cursor = page.nextCursor
  }
}

export const allLinks = async (user: User, query?: string): Promise<Link[]> => {
  const all: Link[] = []
  for await (const { links } of linkPages(user, query)) all.push(...links)
  return all
}
