import { fireEvent, waitFor, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { HttpResponse, http, server, withServer } from '../../test-support/server.ts'
import Docs from './page.tsx'
import { typeOf } from './type-of.ts'

withServer()

const page = renderToStaticMarkup(<Docs />)
type Asked = { method: string; path: string; authorization: string | null; cookies: string; body: string }
let asked: Asked[] = []

beforeAll(async () => {
  document.body.innerHTML = page
  await import('./act.ts')
})
beforeEach(() => {
  asked = []
  server.use(
    http.all('*/api/*', async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      asked.push({
        method: request.method,
        path: pathname + search,
        authorization: request.headers.get('authorization'),
        cookies: request.credentials,
        body: await request.text(),
      })
      return HttpResponse.json({ answered: true })
    }),
  )
})

const form = (summary: string) => {
  const found = document.querySelector<HTMLFormElement>(`form[aria-label="Try ${summary}"]`)
  if (!found) throw new Error(`No form for ${summary}`)
  return found
}
const send = (summary: string) => fireEvent.submit(form(summary))
const saidOf = async (summary: string, text: string) =>
  waitFor(() => expect(form(summary).querySelector('[data-answer]')?.textContent).toContain(text))
const field = (label: string) => within(document.body).getByLabelText(label) as HTMLInputElement

test('an example that reads is sent with the session', async () => {
  send('List and search links')
  await saidOf('List and search links', '200')
  await saidOf('List and search links', '"answered": true')
  expect(asked).toEqual([
    {
      ...{ method: 'GET', path: '/api/links?limit=20&sort=newest', authorization: null },
      ...{ cookies: 'same-origin', body: '' },
    },
  ])
})

test('a token takes the place of the session', async () => {
  fireEvent.change(field('Token (Optional)'), { target: { value: ' lect_abc ' } })
  send('Count notes')
  await saidOf('Count notes', '200')
  expect(asked[0]).toMatchObject({ authorization: 'Bearer lect_abc', cookies: 'omit' })
  fireEvent.change(field('Token (Optional)'), { target: { value: '' } })
})

test('an example that changes the library waits until the person allows it', async () => {
  send('Put a link into a collection')
  await saidOf('Put a link into a collection', 'This changes your library.')
  expect(asked).toEqual([])
  fireEvent.click(field('Let examples change my library'))
  send('Put a link into a collection')
  await saidOf('Put a link into a collection', '200')
  expect(asked).toMatchObject([{ method: 'PUT', path: '/api/links/1/collection' }])
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ collectionId: 1 })
})

test('what cannot be sent is said', async () => {
  const edit = form('Edit a link')
  const [id] = edit.querySelectorAll('input')
  const body = edit.querySelector('textarea')
  if (!id || !body) throw new Error('The form has no fields')
  fireEvent.change(body, { target: { value: '{"title"' } })
  send('Edit a link')
  await saidOf('Edit a link', 'The body is not JSON')
  fireEvent.change(id, { target: { value: ' ' } })
  send('Edit a link')
  await saidOf('Edit a link', 'Please fill in id.')
  fireEvent.change(id, { target: { value: '../account' } })
  fireEvent.change(body, { target: { value: '{}' } })
  send('Edit a link')
  await saidOf('Edit a link', '200')
  expect(asked.map(({ path }) => path)).toEqual(['/api/links/..%2Faccount'])
})

test('no answer is said, too', async () => {
  server.use(http.get('*/api/counts', () => HttpResponse.error()))
  send('Count what is in the library')
  await saidOf('Count what is in the library', 'No answer came')
})

test.each([
  [{ type: 'string', maxLength: 200 }, 'text, at most 200'],
  [{ enum: ['a', 'b'] }, 'one of a, b'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'whole number or null'],
  [{ type: 'array', items: { type: 'string' } }, 'list of text'],
  [{ type: 'boolean' }, 'true or false'],
  [{}, 'anything'],
])('%j is %s', (schema, words) => expect(typeOf(schema)).toBe(words))
