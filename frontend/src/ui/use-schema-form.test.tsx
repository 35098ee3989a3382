import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { useSchemaForm } from './use-schema-form.ts'

afterEach(cleanup)

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'A name is required')) })
type Submit = (values: z.output<typeof schema>, key: string) => Promise<void>

const start = (onSubmit: Submit) => {
  const onFailure = vi.fn()
  const Form = () => {
    const { register, submit, errors, isSubmitting } = useSchemaForm(schema, {
      defaults: { name: '' },
      onSubmit,
      onFailure,
    })
    return (
      <form onSubmit={submit}>
        <input aria-label="Name" {...register('name')} />
        <p>{errors.name}</p>
        <button type="submit" disabled={isSubmitting}>
          Send
        </button>
      </form>
    )
  }
  render(<Form />)
  return onFailure
}
const fill = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))

test('a wrong field shows its message and is not sent', async () => {
  const onSubmit = vi.fn<Submit>(async () => undefined)
  start(onSubmit)
  send()
  expect(await screen.findByText('A name is required')).toBeDefined()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('equal values sent again after a lost connection carry the same key, and other values another', async () => {
  const sent: [string, string][] = []
  const onFailure = start(async ({ name }, key) => {
    sent.push([name, key])
    throw new TypeError('Failed to fetch')
  })
  for (const [index, name] of [' Mara', 'Mara ', 'Other'].entries()) {
    fill(name)
    send()
    await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(index + 1))
  }
  expect(sent.map(([name]) => name)).toEqual(['Mara', 'Mara', 'Other'])
  expect(sent[1]?.[1]).toBe(sent[0]?.[1])
  expect(sent[2]?.[1]).not.toBe(sent[0]?.[1])
})
