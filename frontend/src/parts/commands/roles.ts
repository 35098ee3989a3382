import { createContext, use } from 'react'
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

/** Whether the person may show notes on the link to all who share it. */
export const mayShareNotes = (roleOn: RoleOn, link: Of): boolean => {
  const role = roleOn(link)
  return link?.library !== undefined && role !== 'reader'
}
