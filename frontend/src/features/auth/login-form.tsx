import { LoginRequest } from '@lectern/contracts/api/account.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useSignIn } from './api.ts'

const REFUSED = 'Invalid username or password. Please try again.'
const NO_ANSWER = 'Network error. Please check your connection and try again.'

type Props = {
  /** The email or username that the form begins with. */
  email?: string
  /** Shown below the button. */
  children?: ReactNode
}

export const LoginForm = ({ email = '', children }: Props) => {
  const signIn = useSignIn()
  const toast = useToast()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, submit, errors, isSubmitting } = useSchemaForm(LoginRequest, {
    defaults: { email, password: '' },
    onSubmit: async values => {
      setRefusal(null)
      await signIn(values)
      toast({ title: 'Welcome back!' })
    },
    onFailure: error => setRefusal(error instanceof ApiError ? messageOf(error, REFUSED) : NO_ANSWER),
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      {refusal && (
        <div role="alert" className="rounded-control border border-danger px-3.5 py-3">
          <p className="font-semibold text-danger">Sign in failed</p>
          <p className="mt-0.5 text-ink-2">{refusal}</p>
        </div>
      )}
      <TextField
        label="Email or Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
        {...register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        data-focus-first={email === '' ? undefined : true}
        error={errors.password}
        // A dialog over the page has an email; a link there would leave the page and what is typed on it.
        aside={
          email === '' && (
            <Link href="/forgot-password" className="underlined rounded-[4px]">
              Forgot password?
            </Link>
          )
        }
        {...register('password')}
      />
      <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
        {isSubmitting ? 'Signing in...' : 'Sign in'}
      </Button>
      {children}
    </form>
  )
}
