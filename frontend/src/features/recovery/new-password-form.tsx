import { ResetPasswordAnswer, ResetPasswordRequest } from '@lectern/contracts/api/account-settings.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, messageOf, sendOk } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

const Passwords = z.object({ password: ResetPasswordRequest.shape.password, confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    error: 'Passwords do not match',
    path: ['confirmation'],
  }),
)

/** Sets the password of the account whose mail has the token. Typed text stays where the server fails. */
export const NewPasswordForm = ({ token, onChanged }: { token: string; onChanged: () => void }) => {
  const session = useSessionControl()
  const [problem, setProblem] = useState('')
  const { register, submit, errors, isSubmitting, setError, setFocus } = useSchemaForm(Passwords, {
    defaults: { password: '', confirmation: '' },
    onSubmit: async ({ password }, key) => {
      setProblem('')
      const write = { method: 'POST', path: '/api/reset-password', body: { token, password } } as const
      const response = await sendOk(write, key)
      onChanged()
      if (ResetPasswordAnswer.parse(await response.json()).endedThis) session.signedOut()
    },
    onFailure: error => {
      if (!(error instanceof ApiError)) return setProblem('Network error. Please try again.')
      const message = messageOf(error, 'Password reset failed')
      if (error.status !== 400 || !/^(This )?password/i.test(message)) return setProblem(message)
      setError('password', { message })
      setFocus('password')
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="Minimum 6 characters"
        room={1}
        error={errors.password}
        {...register('password')}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        room={1}
        error={errors.confirmation}
        {...register('confirmation')}
      />
      <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
        {isSubmitting ? 'Setting the password...' : 'Set new password'}
      </Button>
      <div className="min-h-9 text-meta">
        {problem !== '' && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        {problem !== '' && (
          <p className="mt-1 text-ink-2">
            <Link href="/forgot-password" className="underlined rounded-[4px] text-ink">
              Ask for a new link
            </Link>{' '}
            or{' '}
            <Link href="/login" className="underlined rounded-[4px] text-ink">
              sign in
            </Link>
          </p>
        )}
      </div>
    </form>
  )
}
