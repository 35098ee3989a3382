import { SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { ApiError, messageOf } from '../../lib/api.ts'
import { useEntry } from '../../lib/navigation.tsx'
import { AuthLayout } from '../../parts/auth-layout.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useSignUp } from './api.ts'
import { Problem } from './problem.tsx'

type Fields = { email: string; username: string; password: string }
const NAMES = ['email', 'username', 'password'] as const
/** `field` is where the problem is shown; without it, below the button. */
type Told = { title: string; text: string; field?: keyof Fields | undefined; hasAccount?: boolean }

type FieldProblem = Told & { readonly field: keyof Fields }

/** The problems of the fields, one for each that is wrong, in the order of the form. One sentence is for all that are empty. */
export const problemsOf = (fields: Fields): FieldProblem[] => {
  const { issues = [] } = SignupRequest.safeParse(fields).error ?? {}
  const blank = NAMES.filter(name => fields[name].trim() === '')
  return NAMES.flatMap((field): FieldProblem[] => {
    if (field === blank[0])
      return [{ title: 'Missing Information', text: 'Please fill in all fields', field }]
    // It is marked as wrong, without a word.
    if (blank.includes(field)) return [{ title: '', text: '', field }]
    if (field === 'password' && fields.password.length < PASSWORD_MIN)
      return [
        {
          title: 'Password Too Short',
          text: `Password must be at least ${PASSWORD_MIN} characters`,
          field,
        },
      ]
    const issue = issues.find(({ path }) => path[0] === field)
    return issue ? [{ title: 'Please check your details', text: issue.message, field }] : []
  })
}

const SignupFields = z.custom<Fields>().check(({ value, issues }) => {
  for (const { field, text } of problemsOf(value))
    issues.push({ code: 'custom', path: [field], message: text, input: value })
})

const refusalOf = (error: unknown): Told => {
  const title = 'Account Creation Failed'
  if (!(error instanceof ApiError))
    return { title, text: 'Network error. Please check your connection and try again.' }
  if (error.details.hasAccount)
    return { title: 'Account Already Exists', text: error.message, field: 'email', hasAccount: true }
  const text = messageOf(
    error,
    error.status >= 500 ? 'Failed to create account. Please try again.' : 'Something went wrong',
  )
  // The server's sentence names the field that it refuses.
  const isTyped = error.status === 400 || error.status === 409
  return { title, text, field: isTyped ? NAMES.find(name => text.toLowerCase().includes(name)) : undefined }
}

type Props = {
  /** The address of the login form. */
  login: string
  onOpened: () => void
}

export const SignupForm = ({ login, onOpened }: Props) => {
  const signUp = useSignUp(onOpened)
  const { email = '' } = useEntry()
  const [refusal, setRefusal] = useState<Told | null>(null)
  const { register, submit, errors, isSubmitting, getValues, setFocus } = useSchemaForm(SignupFields, {
    defaults: { email, username: '', password: '' },
    onSubmit: async (fields, key) => {
      setRefusal(null)
      await signUp(fields, key)
    },
    onFailure: error => {
      const told = refusalOf(error)
      setRefusal(told)
      if (told.field) setFocus(told.field)
    },
  })
  const problems: readonly Told[] =
    Object.keys(errors).length > 0 ? problemsOf(getValues()) : refusal ? [refusal] : []
  const errorAt = (field: keyof Fields | undefined) => {
    const problem = problems.find(each => each.field === field)
    if (!problem) return undefined
    return (
      <>
        {problem.text && <Problem title={problem.title} text={problem.text} />}
        {problem.hasAccount && (
          <>
            {' '}
            <Link href={login} className="underlined rounded-[4px] font-medium text-ink">
              Sign In
            </Link>
          </>
        )}
      </>
    )
  }
  const elsewhere = errorAt(undefined)

  return (
    <AuthLayout title="Create your account">
      <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center py-8">
        <h1 className="mb-5 text-title">Create your account</h1>
        <form noValidate onSubmit={submit} className="flex flex-col gap-1">
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            room={2}
            error={errorAt('email')}
            {...register('email')}
          />
          <TextField
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            room={2}
            error={errorAt('username')}
            {...register('username')}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="Minimum 6 characters"
            room={2}
            error={errorAt('password')}
            {...register('password')}
          />
          <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
            {isSubmitting ? 'Creating account...' : 'Create account'}
          </Button>
          <div className="min-h-9 text-meta text-danger">{elsewhere && <p role="alert">{elsewhere}</p>}</div>
        </form>
        <p className="text-center text-meta text-ink-2">
          By creating an account you agree to the{' '}
          <a href="/terms" className="underlined">
            Terms
          </a>{' '}
          and the{' '}
          <a href="/privacy" className="underlined">
            Privacy Policy
          </a>
          .
        </p>
      </div>
      <footer className="py-7 text-center text-ink-2">
        Already have an account?{' '}
        <Link href={login} className="underlined rounded-[4px] text-ink">
          Sign in
        </Link>
      </footer>
    </AuthLayout>
  )
}
