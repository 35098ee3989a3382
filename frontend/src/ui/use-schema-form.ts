import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'
import { messageOf } from '../lib/api.ts'
import { useSubmission } from '../lib/submission.ts'

type Options<Fields extends FieldValues, Values> = {
  defaults: DefaultValues<Fields>
  /** Gets the parsed values and an idempotency key, which stays the same while equal values are sent again. */
  onSubmit: (values: Values, key: string) => Promise<void>
  /** Gets what onSubmit threw. Without it, the form shows why it was refused as errors.root. */
  onFailure?: (error: unknown) => void
}

/** A form whose fields a schema checks. `errors` has the message of each wrong field. */
export const useSchemaForm = <Fields extends FieldValues, Values>(
  schema: z.ZodMiniType<Values, Fields>,
  { defaults, onSubmit, onFailure }: Options<Fields, Values>,
) => {
  const submission = useSubmission()
  const form = useForm<Fields, unknown, Values>({
    resolver: zodResolver(schema) as never,
    defaultValues: defaults,
  })
  const { errors, isSubmitting, isSubmitted } = form.formState
  const fail = (error: unknown) =>
    form.setError('root', { message: messageOf(error, 'This could not be saved. Please try again.') })
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message])
  return {
    ...form,
    errors: Object.fromEntries(messages) as { [field in keyof Fields | 'root']?: string },
    isSubmitting,
    isSubmitted,
    /** Shows why the form was refused. */
    fail,
    submit: form.handleSubmit(async values => {
      try {
        await submission(values, key => onSubmit(values, key))
      } catch (error) {
        if (onFailure) onFailure(error)
        else fail(error)
      }
    }),
  }
}
