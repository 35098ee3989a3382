import { LoginRequest } from '@lectern/contracts/api/account.ts'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useSignIn } from './sign-in.ts'

const REFUSED = 'Invalid username or password. Please try again.'
const NO_ANSWER = 'Network error. Please check your connection and try again.'

/** After the sign-in, the routes show the dashboard or the screen that was asked for. */
export default function LoginScreen() {
  const signIn = useSignIn()
  const toast = useToast()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, submit, errors, isSubmitting } = useSchemaForm(LoginRequest, {
    defaults: { email: '', password: '' },
    onSubmit: async values => {
      setRefusal(null)
      await signIn(values)
      toast({ title: 'Welcome back!' })
    },
    onFailure: error => setRefusal(error instanceof ApiError ? messageOf(error, REFUSED) : NO_ANSWER),
  })

  return (
    <AuthLayout title="Sign in">
      <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center py-8">
        <h1 className="mb-5 text-title">Sign in</h1>
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
            error={errors.password}
            aside={
              <Link href="/forgot-password" className="underlined rounded-[4px]">
                Forgot password?
              </Link>
            }
            {...register('password')}
          />
          <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
            {isSubmitting ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
        <p className="mt-6 mb-2.5 text-center text-ink-2">New here?</p>
        <Link href="/signup" className={buttonClass('outline')}>
          Create an account
        </Link>
      </div>
      <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 py-7 text-meta text-ink-2">
        <Link
          href="/help"
          className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 hover:text-ink hover:underline"
        >
          <CircleHelp aria-hidden /> Help
        </Link>
        <Link
          href="/support"
          className="inline-flex min-h-8 items-center rounded-control px-2 hover:text-ink hover:underline"
        >
          Trouble signing in? Contact support
        </Link>
      </footer>
    </AuthLayout>
  )
}
