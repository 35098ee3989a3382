import { LoginRequest } from '@lectern/contracts/api/account-requests.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { LoginError, useMethods, useSignIn } from './api.ts'
import { Problem } from './problem.tsx'

const REFUSED = 'Invalid username or password. Please try again.'
const NO_ANSWER = 'There was no answer, so please check your connection, too.'

const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx'))

type Props = {
  /** The email or username that the form begins with. */
  email?: string
  /** Shown below the button. */
  children?: ReactNode
}

export const LoginForm = ({ email = '', children }: Props) => {
  const signIn = useSignIn()
  const methods = useMethods()
  const toast = useToast()
  /** Shown at the password when the server refused what was typed; below the button when it could not answer. */
  const [refusal, setRefusal] = useState<{ text: string; isTyped: boolean; more?: string } | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const { register, submit, errors, isSubmitting, setError, setFocus, watch } = useSchemaForm(LoginRequest, {
    defaults: { email, password: '' },
    onSubmit: async values => {
      setRefusal(null)
      await signIn(values)
      toast({ title: 'Welcome back!' })
    },
    onFailure: error => {
      if (error instanceof LoginError && error.needsCode) {
        // The first refusal asks for it, and is no mistake.
        if (needsCode) {
          setError('code', { message: error.message })
          setFocus('code', { shouldSelect: true })
        }
        return setNeedsCode(true)
      }
      setNeedsCode(false)
      if (!(error instanceof ApiError)) return setRefusal({ text: REFUSED, isTyped: false, more: NO_ANSWER })
      const isTyped = error.status === 400 || error.status === 401
      setRefusal({ text: messageOf(error, REFUSED), isTyped })
      if (isTyped) setFocus('password', { shouldSelect: true })
    },
  })
  useEffect(() => {
    if (needsCode) setFocus('code')
  }, [needsCode, setFocus])
  const typed = watch('email').trim()
  const told = refusal && <Problem title="Sign in failed" text={refusal.text} />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1.5">
      {methods?.passkeys && (
        <Suspense>
          <PasskeySignIn />
        </Suspense>
      )}
      <TextField
        label="Email or Username"
        // The browser lists passkeys there, too.
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        room={1}
        error={errors.email}
        {...register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        data-focus-first={email === '' ? undefined : true}
        room={2}
        error={errors.password ?? (refusal?.isTyped && told)}
        // A dialog over the page has an email; a link there would leave the page and what is typed on it.
        aside={
          email === '' && (
            <Link
              href="/forgot-password"
              state={typed.includes('@') ? { email: typed } : {}}
              className="underlined rounded-[4px]"
            >
              Forgot password?
            </Link>
          )
        }
        {...register('password')}
      />
      {needsCode && (
        <TextField
          label="Code of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          room={1}
          error={errors.code}
          {...register('code', { shouldUnregister: true })}
        />
      )}
      <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
        {isSubmitting ? 'Signing in...' : 'Sign in'}
      </Button>
      {children}
      <div className="min-h-9 text-meta text-danger">
        {refusal && !refusal.isTyped && (
          <div role="alert">
            {told}
            {refusal.more && <p>{refusal.more}</p>}
          </div>
        )}
      </div>
    </form>
  )
}
