import { SignupRequest } from '@lectern/contracts/api/account.ts'
import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useSignUp } from './api.ts'
import { AuthLayout } from './auth-layout.tsx'

type Fields = { email: string; username: string; password: string }
type Problem = { title: string; text: string }

/** The first problem with the fields, in the order of the form; null when all are valid. */
export const problemOf = (fields: Fields): (Problem & { field: keyof Fields }) | null => {
  const blank = (['email', 'username', 'password'] as const).find(name => fields[name].trim() === '')
  if (blank) return { title: 'Missing Information', text: 'Please fill in all fields', field: blank }
  if (fields.password.length < PASSWORD_MIN)
    return {
      title: 'Password Too Short',
      text: `Password must be at least ${PASSWORD_MIN} characters`,
      field: 'password',
    }
  const issue = SignupRequest.safeParse(fields).error?.issues[0]
  if (!issue) return null
  return { title: 'Please check your details', text: issue.message, field: issue.path[0] as keyof Fields }
}

/** Shows one problem at a time, at its field. */
const SignupFields = z.custom<Fields>().check(({ value, issues }) => {
  const problem = problemOf(value)
  if (problem) issues.push({ code: 'custom', path: [problem.field], message: problem.text, input: value })
})

const refusalOf = (error: unknown): Problem & { hasAccount?: boolean } => {
  const title = 'Account Creation Failed'
  if (!(error instanceof ApiError))
    return { title, text: 'Network error. Please check your connection and try again.' }
  if (error.details.hasAccount)
    return { title: 'Account Already Exists', text: error.message, hasAccount: true }
  return {
    title,
    text: messageOf(
      error,
      error.status >= 500 ? 'Failed to create account. Please try again.' : 'Something went wrong',
    ),
  }
}

const Alert = ({ problem, children }: { problem: Problem; children?: ReactNode }) => (
  <div role="alert" className="rounded-control border border-danger px-3.5 py-3">
    <p className="font-semibold text-danger">{problem.title}</p>
    <p className="mt-0.5 text-ink-2">{problem.text}</p>
    {children}
  </div>
)

export const SignupForm = ({ onOpened }: { onOpened: () => void }) => {
  const signUp = useSignUp(onOpened)
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf> | null>(null)
  const { register, submit, errors, isSubmitting, getValues } = useSchemaForm(SignupFields, {
    defaults: { email: '', username: '', password: '' },
    onSubmit: async (fields, key) => {
      setRefusal(null)
      await signUp(fields, key)
    },
    onFailure: error => setRefusal(refusalOf(error)),
  })
  const problem = Object.keys(errors).length > 0 ? problemOf(getValues()) : refusal

  return (
    <AuthLayout title="Create your account">
      <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center py-8">
        <h1 className="mb-5 text-title">Create your account</h1>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
          {problem && (
            <Alert problem={problem}>
              {problem === refusal && refusal?.hasAccount && (
                <Link href="/login" className={`${buttonClass('outline')} mt-3`}>
                  Sign In
                </Link>
              )}
            </Alert>
          )}
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            error={errors.email}
            {...register('email')}
          />
          <TextField
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username}
            {...register('username')}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="Minimum 6 characters"
            error={errors.password}
            {...register('password')}
          />
          <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
            {isSubmitting ? 'Creating account...' : 'Create account'}
          </Button>
        </form>
        <p className="mt-5 text-center text-meta text-ink-2">
          By creating an account you agree to the{' '}
          <Link href="/terms" className="underlined">
            Terms
          </Link>{' '}
          and the{' '}
          <Link href="/privacy" className="underlined">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      <footer className="py-7 text-center text-ink-2">
        Already have an account?{' '}
        <Link href="/login" className="underlined rounded-[4px] text-ink">
          Sign in
        </Link>
      </footer>
    </AuthLayout>
  )
}
