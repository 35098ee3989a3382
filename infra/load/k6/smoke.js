import { check, sleep } from 'k6'
import { addressOf, ask, importCsv, isFoundSoon, optionsOf, pocketCsv, saveLink, signUp } from './lib.js'

const ROWS = 20

export const options = optionsOf('smoke', {
  smoke: { executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '3m' },
})

/** One new person makes every everyday call once. */
export default () => {
  const [person] = signUp('smoke', 1)
  ask(person, 'user', 'GET', '/api/user')

  const id = saveLink(person, addressOf(1, 'smoke'), 'A lighthouse keeper').json('id')
  const list = ask(person, 'list', 'GET', '/api/links?limit=50').json()
  check(list, { 'the list shows the link': ({ total, links }) => total === 1 && links[0].id === id })
  check(isFoundSoon(person, 'lighthouse'), { 'a search finds the link': found => found })

  const body = { isFavorite: true }
  const favorite = ask(person, 'favourite', 'PATCH', `/api/links/${id}/favorite`, { body }).json()
  check(favorite, { 'the link is a favourite': ({ isFavorite }) => isFavorite })
  ask(person, 'content', 'GET', `/api/links/${id}/content`)
  takeNote(person, id)
  importFile(person)

  ask(person, 'delete', 'DELETE', `/api/links/${id}`)
  ask(person, 'link', 'GET', `/api/links/${id}`, { status: 404 })
  check(ask(person, 'counts', 'GET', '/api/counts').json(), { 'counts follow': ({ used }) => used === ROWS })
  // k6 writes no report of a run of less than a few seconds.
  sleep(2)
}

const takeNote = (person, linkId) => {
  const path = `/api/links/${linkId}/notes`
  const body = { type: 'note', content: 'Read this by the sea' }
  const note = ask(person, 'note', 'POST', path, { body, status: 201 }).json()
  const notes = ask(person, 'notes', 'GET', path).json()
  check(notes, { 'the link has its note': ([first]) => first.content === body.content })
  ask(person, 'delete note', 'DELETE', `/api/notes/${note.id}`)
}

const importFile = person => {
  const { id, status, imported } = importCsv(person, pocketCsv(ROWS))
  check(status, { 'the import completes': end => end === 'completed' })
  check(imported, { 'the import takes all rows': count => count === ROWS })
  const { rows } = ask(person, 'ledger', 'GET', `/api/imports/${id}`).json()
  check(rows, {
    'the ledger names every row': entries =>
      entries.filter(({ kind }) => kind === 'imported').length === ROWS,
  })
}
