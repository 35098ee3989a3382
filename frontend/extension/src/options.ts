import { keepServer, originOf, permissionFor, readServer } from './server.ts'

const find = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}
const field = find<HTMLInputElement>('#server')
const text = find<HTMLInputElement>('#text')

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', paint)
paint()

const say = (error: string, done = '') => {
  find('#server-error').textContent = error
  find('[role=status]').textContent = done
  field.setAttribute('aria-invalid', String(error !== ''))
  if (error) field.focus()
}

const show = async () => {
  const server = await readServer()
  field.value = server ?? ''
  text.checked = server !== undefined && (await chrome.permissions.contains(permissionFor(server)))
  const [command] = await chrome.commands.getAll()
  if (!command?.shortcut) return
  const key = document.createElement('kbd')
  key.textContent = command.shortcut
  find('#key').replaceChildren(key, ' saves the page that you are on.')
}

/** The old server's permission goes with it. */
const keep = async (origin: string, asked: Promise<boolean>) => {
  const isAllowed = await asked
  const before = await readServer()
  const [now, old] = [permissionFor(origin), before && permissionFor(before)]
  if (old && (!text.checked || old.origins[0] !== now.origins[0])) await chrome.permissions.remove(old)
  await keepServer(origin)
  field.value = origin
  const refused = text.checked && !isAllowed
  text.checked = isAllowed
  say('', refused ? 'Saved. Pages are saved without their text, since that was not allowed.' : 'Saved.')
}

find('form').addEventListener('submit', event => {
  event.preventDefault()
  const origin = originOf(field.value)
  if (origin === null) return say('Please enter an address with https, or one of this computer.')
  // Browsers ask the person only at the moment of a click, so nothing may be awaited before.
  const asked = text.checked ? chrome.permissions.request(permissionFor(origin)) : Promise.resolve(false)
  keep(origin, asked).catch((error: unknown) => say(`This could not be saved: ${(error as Error).message}`))
})

void show()
