/** The link is of somebody who shares it with the writer, whose id there this is. `revision`: of that library, where the role was read. */
export type ByMember = {
  readonly memberId?: string | undefined
  readonly known?: { readonly revision: number } | undefined
}

export const ofLibrary = ({
  memberId,
  known,
}: ByMember): { readonly of?: { memberId: string; revision: number } } =>
  memberId === undefined ? {} : { of: { memberId, revision: known?.revision ?? 0 } }
