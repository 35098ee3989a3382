import { SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { refusalOf, sendOk } from '../../lib/api.ts'
import { useEntry } from '../../lib/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { RecoveryPage } from './recovery-page.tsx'
import { ResetLinkSent } from './reset-link-sent.tsx'

const Fields = z.object({ email: SignupRequest.shape.email })

/** /forgot-password. It says the same whether or not an account has the email. */
export default function ForgotPasswordScreen() {
  const { email: before = '' } = useEntry()
  const [email, setEmail] = useState(before)
  const [isSent, setSent] = useState(false)
  if (isSent) return <ResetLinkSent email={email} onAgain={() => setSent(false)} />
  return (
    <RecoveryPage title="Forgot your password?">
      <p className="text-ink-2">
        Enter the email of your account. We will send you a link that sets a new password.
      </p>
      <AskForLink
        email={email}
        onSent={sentTo => {
          setEmail(sentTo)
          setSent(true)
        }}
      />
      <p className="text-center text-ink-2">
        <Link href="/login" className="underlined rounded-[4px] text-ink">
          Back to sign in
        </Link>
      </p>
    </RecoveryPage>
  )
}

const AskForLink = ({ email, onSent }: { email: string; onSent: (email: string) => void }) => {
  const [problem, setProblem] = useState<{ reason: string } | null>(null)
  const { register, submit, errors, isSubmitting, getValues, setFocus } = useSchemaForm(Fields, {
    defaults: { email },
    onSubmit: async (fields, key) => {
      setProblem(null)
      await sendOk({ method: 'POST', path: '/api/forgot-password', body: fields }, key)
      onSent(fields.email)
    },
    onFailure: error => setProblem({ reason: refusalOf(error, '') }),
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        if (getValues('email').trim() !== '') return submit(event)
        event.preventDefault()
        setFocus('email')
      }}
      className="flex flex-col gap-1.5"
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        room={1}
        error={errors.email}
        {...register('email')}
      />
      <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
        {isSubmitting ? 'Sending...' : 'Get Recovery Instructions'}
      </Button>
      <div className="min-h-9 text-meta text-danger">
        {problem && (
          <p role="alert">
            Failed to send reset email. Please try again. <span>{problem.reason}</span>
          </p>
        )}
      </div>
    </form>
  )
}
