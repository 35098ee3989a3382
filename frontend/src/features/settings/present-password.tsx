import type { ComponentProps } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { TextField } from '../../ui/field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete' | 'room'>

/** Asks who uses the session for the password of the account. */
export const PresentPassword = (field: Props) => {
  const { email } = useUser()
  return (
    <>
      {/* Password managers fill in the password of this account, and keep a new one under its name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Present password"
        type="password"
        autoComplete="current-password"
        room={1}
        {...field}
      />
    </>
  )
}
