import { lastUser } from '../frame/last-user.ts'

const form = document.querySelector('form')
const label = document.querySelector('[data-search-label]')

if (form && label && lastUser()) {
  form.action = '/dashboard'
  label.textContent = 'Search your library'
}
