import { BLOCK } from './block.ts'

/** Characters of an answer that the page shows. */
const SHOWN_MAX = 20_000

const part = <Kind extends HTMLElement>(selector: string): Kind => {
  const element = document.querySelector<Kind>(selector)
  if (!element) throw new Error(`/docs has no ${selector}`)
  return element
}
const token = part<HTMLInputElement>('#token')
const changes = part<HTMLInputElement>('#changes')

const fieldsIn = (form: HTMLFormElement, where: string) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[data-in=${where}]`),
]

/** The address that a form asks: its path with what was typed. Empty fields of the query are left out. */
export const addressOf = (form: HTMLFormElement): string => {
  const path = fieldsIn(form, 'path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())),
    form.dataset.path ?? '',
  )
  const query = new URLSearchParams(
    fieldsIn(form, 'query')
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, value]),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

/** What is wrong with a form, as a sentence; undefined where it can be sent. */
export const problemOf = (form: HTMLFormElement, mayChange: boolean): string | undefined => {
  if (form.dataset.scope === 'write' && !mayChange)
    return 'This changes your library. Tick “Let examples change my library” under Try it first.'
  const empty = fieldsIn(form, 'path').find(({ value }) => value.trim() === '')
  if (empty) return `Please fill in ${empty.name}.`
  const [body] = fieldsIn(form, 'body')
  try {
    if (body && body.value.trim() !== '') JSON.parse(body.value)
  } catch (error) {
    return `The body is not JSON: ${(error as Error).message}`
  }
  return undefined
}

const send = async (form: HTMLFormElement): Promise<string> => {
  const body = fieldsIn(form, 'body')[0]?.value.trim()
  const secret = token.value.trim()
  const answer = await fetch(addressOf(form), {
    method: form.dataset.method ?? 'GET',
    credentials: secret ? 'omit' : 'same-origin',
    headers: {
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  return `${answer.status} ${answer.statusText}\n\n${await textOf(answer)}`
}

const textOf = async (answer: Response): Promise<string> => {
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) return `${(await answer.blob()).size} bytes of ${type}`
  const text = await answer.text()
  const shown = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}\n… and more` : shown
}

const show = (form: HTMLFormElement, text: string): void => {
  const shown = document.createElement('pre')
  shown.className = BLOCK
  shown.tabIndex = 0
  shown.textContent = text
  form.querySelector('[data-answer]')?.replaceChildren(shown)
}

document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.path === undefined) return
  event.preventDefault()
  const problem = problemOf(form, changes.checked)
  if (problem) return show(form, problem)
  const button = form.querySelector('button')
  if (button) button.disabled = true
  send(form)
    .catch((error: unknown) => `No answer came: ${(error as Error).message}`)
    .then(text => {
      show(form, text)
      if (button) button.disabled = false
    })
})
