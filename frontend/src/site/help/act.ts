import { fold } from '@lectern/contracts/fold.ts'
import { countOf } from '../../lib/format.ts'
import { type Searched, searchTexts } from './search-texts.ts'

const part = <Kind extends HTMLElement>(selector: string): Kind => {
  const element = document.querySelector<Kind>(selector)
  if (!element) throw new Error(`/help has no ${selector}`)
  return element
}

const field = part<HTMLInputElement>('#help-search')
const status = part('#help-status')
const questions = part('#help-questions')
const found = part('#help-found')
const list = part('#help-found ol')
const nothing = part('#help-nothing')

/** The question counts most, then the tags, then the answer. */
const entries: Searched<Element>[] = [...list.children].map(item => ({
  item,
  texts: [
    item.querySelector('h2')?.textContent,
    (item as HTMLElement).dataset.tags,
    item.querySelector('p')?.textContent,
  ].map(text => fold(text ?? '')),
}))

/** Shows the answers to a search, best first; without one, all questions. */
const show = (q: string): void => {
  const answers = searchTexts(q, entries)
  const isSearch = q !== ''
  questions.hidden = isSearch
  found.hidden = !isSearch
  nothing.hidden = answers.length > 0
  list.replaceChildren(...answers)
  status.textContent = !isSearch
    ? ''
    : answers.length > 0
      ? `${countOf(answers.length, 'answer')} with “${q}”`
      : `No answer has “${q}”.`
}

/** The address names the search, so that it can be shared and Back returns to it. */
const search = (): void => {
  const q = field.value.trim()
  show(q)
  history.replaceState(history.state, '', q === '' ? '/help' : `/help?${new URLSearchParams({ q })}`)
}

field.addEventListener('input', search)
field.addEventListener('keydown', event => {
  if (event.isComposing) return
  if (event.key === 'Enter') list.querySelector('a')?.focus()
  if (event.key === 'Escape' && field.value !== '') {
    field.value = ''
    search()
  }
})

// The browser may have typed text again after Back, or the person was faster than this script.
if (field.value === '') field.value = new URLSearchParams(location.search).get('q') ?? ''
show(field.value.trim())
