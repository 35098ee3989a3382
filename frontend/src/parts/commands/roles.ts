import { createContext, use } from 'react'
import type { Link } from '../../data/answers.ts'
import { type Id, ownerOf } from '../../data/id.ts'
import type { RoleOn } from '../../data/library/use-shared.ts'

/** Provided with the commands. */
export const RolesContext = createContext<RoleOn>(() => 'owner')

/** What the person may do with a link. */
export const useRoles = (): RoleOn => use(RolesContext)

type Of = Parameters<RoleOn>[0]
/** Whether the person may edit the link, and move it within what is shared. */
export const mayEdit = (roleOn: RoleOn, link: Of): boolean => {
  const role = roleOn(link)
  return role === 'owner' || role === 'editor'
}

/** Whose these links are; undefined: one's own. @param shown the displayed ones: a link that is not sent yet has no owner in its id */
export const librariesOf = (
  ids: readonly Id[],
  shown: readonly Pick<Link, 'id' | 'library'>[],
): ReadonlySet<string | undefined> => {
  const known = new Map(shown.map(({ id, library }) => [id, library]))
  return new Set(ids.map(id => known.get(id) ?? ownerOf(id)))
}

/** Whether the person may edit all of these links. Those that are not displayed are in the same collection as those that are. */
export const mayEditAll = (roleOn: RoleOn, ids: readonly Id[], shown: readonly Link[]): boolean => {
  const wanted = new Set(ids)
  const links = shown.filter(({ id }) => wanted.has(id))
  const areOwn = links.length === 0 && ids.every(id => ownerOf(id) === undefined)
  return areOwn || (links.length > 0 && links.every(link => mayEdit(roleOn, link)))
}

/** Whether the person may show notes on the link to all who share it. */
export const mayShareNotes = (roleOn: RoleOn, link: Of): boolean => {
  const role = roleOn(link)
  return link?.library !== undefined && role !== 'reader'
}
