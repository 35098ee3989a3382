import { ROLES, type Role } from '@lectern/contracts/sharing.ts'
import { type ComponentProps, useId } from 'react'
import { ROLE_WORDS } from '../../parts/sharing/roles.ts'

type Props = ComponentProps<'select'> & {
  label: string
  /** Shows the label to screen readers alone. */
  isNamed?: boolean
}

/** A role, with what each allows. */
export const RoleSelect = ({ label, isNamed = false, ...select }: Props) => {
  const id = useId()
  return (
    <div className={isNamed ? 'min-w-0' : ''}>
      <label htmlFor={id} className={isNamed ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      <select
        id={id}
        className="h-11 w-full rounded-control border border-edge bg-surface px-3 text-ui pointer-coarse:text-[1rem]"
        {...select}
      >
        {ROLES.map((role: Role) => (
          <option key={role} value={role}>
            {ROLE_WORDS[role].name}
            {!isNamed && `: ${ROLE_WORDS[role].can}`}
          </option>
        ))}
      </select>
    </div>
  )
}
