import { CheckoutAnswer, TestCheckoutRequest } from '@lectern/contracts/api/payments.ts'
import { useState } from 'react'
import { ApiError, sendOk } from '../../lib/api.ts'
import { PlainPage } from '../../parts/plain-page.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.message || 'Failed to create test checkout'
    : 'Network error creating test checkout'

/** /webhook-test, for developers: a checkout of $1.00 that buys nothing, with its webhook. */
export default function WebhookTestScreen() {
  const [failure, setFailure] = useState<string>()
  const { register, submit, errors, isSubmitting, getValues } = useSchemaForm(TestCheckoutRequest, {
    defaults: { email: '' },
    onSubmit: async (fields, key) => {
      setFailure(undefined)
      const answer = await sendOk({ method: 'POST', path: '/api/test-checkout', body: fields }, key)
      const { data } = CheckoutAnswer.safeParse(await answer.json().catch(() => undefined))
      if (!data?.url) throw new ApiError(answer.status, 'URL missing')
      location.assign(data.url)
    },
    onFailure: error => setFailure(reasonOf(error)),
  })
  const isBlank = getValues('email').trim() === ''
  const problem = errors.email && (
    <>
      {isBlank && <strong className="font-semibold">Email required </strong>}
      {errors.email}
    </>
  )
  return (
    <PlainPage title="Webhook test">
      <h1 className="text-title">Webhook test</h1>
      <p className="text-lead text-ink-2">
        A checkout of $1.00 at the stand-in of Stripe, to try the hosted page and the webhook. No money moves,
        and no plan is bought.
      </p>
      <form noValidate onSubmit={submit} className="flex w-full max-w-[380px] flex-col gap-1.5">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          room={2}
          error={problem}
          {...register('email')}
        />
        <Button look="ink" type="submit" disabled={isSubmitting} className="h-11">
          {isSubmitting ? 'Creating test checkout...' : 'Test Checkout ($1.00)'}
        </Button>
        <div className="min-h-9 text-meta text-danger">
          {failure && (
            <p role="alert">
              <strong className="font-semibold">Test failed</strong> {failure}
            </p>
          )}
        </div>
      </form>
    </PlainPage>
  )
}
