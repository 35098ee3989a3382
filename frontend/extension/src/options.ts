import { keepWantsText, mayOffer } from './offers.ts'
import { keepServer, originOf, permissionFor, readServer } from './server.ts'
import { isToken, keepToken, readKept } from './token.ts'

const find = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}
const field = find<HTMLInputElement>('#server')
const text = find<HTMLInputElement>('#text')
const token = find<HTMLInputElement>('#token')

const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', paint)
paint()

type Said = { readonly server?: string; readonly token?: string; readonly done?: string }

const say = ({ server = '', token: ofToken = '', done = '' }: Said) => {
  find('#server-error').textContent = server
  find('#token-error').textContent = ofToken
  find('[role=status]').textContent = done
  field.setAttribute('aria-invalid', String(server !== ''))
  token.setAttribute('aria-invalid', String(ofToken !== ''))
  if (server) field.focus()
  else if (ofToken) token.focus()
}

const show = async () => {
  const server = await readServer()
  field.value = server ?? ''
  text.checked = server !== undefined && (await mayOffer(server))
  const kept = await readKept()
  token.value = kept?.server === server ? (kept?.token ?? '') : ''
  const [command] = await chrome.commands.getAll()
  if (!command?.shortcut) return
  const key = document.createElement('kbd')
  key.textContent = command.shortcut
  find('#key').replaceChildren(key, ' saves the page that you are on.')
}

/** The old server's permission goes with it, and so does its token, unless another one was typed. */
const keep = async (origin: string, asked: Promise<boolean>) => {
  const isAllowed = await asked
  const [before, known] = [await readServer(), await readKept()]
  const isForOther = known !== undefined && known.server !== origin && known.token === token.value
  if (isForOther) token.value = ''
  const needed = text.checked || token.value !== ''
  const [now, old] = [permissionFor(origin), before && permissionFor(before)]
  if (old && (!needed || old.origins[0] !== now.origins[0])) await chrome.permissions.remove(old)
  await keepServer(origin)
  await keepToken(token.value && isAllowed ? { server: origin, token: token.value } : undefined)
  // Without a token the permission alone says it.
  await keepWantsText(text.checked || token.value === '')
  field.value = origin
  const refused = needed && !isAllowed
  if (refused) [text.checked, token.value] = [false, '']
  say({ done: refused ? 'Saved. Your browser may not call your Lectern, so the form opens.' : 'Saved.' })
}

find('form').addEventListener('submit', event => {
  event.preventDefault()
  const origin = originOf(field.value)
  token.value = token.value.trim()
  if (origin === null) return say({ server: 'Please enter an address with https, or one of this computer.' })
  if (token.value !== '' && !isToken(token.value))
    return say({ token: 'This is no token of Lectern: those begin with lect_' })
  // Browsers ask the person only at the moment of a click, so nothing may be awaited before.
  const isNeeded = text.checked || token.value !== ''
  const asked = isNeeded ? chrome.permissions.request(permissionFor(origin)) : Promise.resolve(false)
  keep(origin, asked).catch((error: unknown) =>
    say({ server: `This could not be saved: ${(error as Error).message}` }),
  )
})

void show()
