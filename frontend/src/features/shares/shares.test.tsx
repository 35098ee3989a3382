import type { User } from '@lectern/contracts/api/account.ts'
import type { Share } from '@lectern/contracts/api/shares.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  aLink,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'

withServer()

const URL_OF_PAGE = 'http://localhost/s/abcdefghijklmnopqrstuv'
const ID = '019a0000-0000-5000-8000-0000000000e1'
const reading = { id: 3, name: 'Reading', description: null, color: '#3B82F6', count: 1 }

const answerWith = (answer = () => HttpResponse.json({ id: ID, url: URL_OF_PAGE }, { status: 201 })) => {
  const asked: Record<string, unknown>[] = []
  server.use(
    http.post('*/api/shares', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>)
      return answer()
    }),
  )
  return asked
}

/** Opens Share… of the only article, or of the only collection. */
const open = async (of: 'article' | 'collection', plan: User['plan'] = 'free') => {
  server.use(
    ...library([aLink({ id: 1, title: 'A road' })], { ...mara, plan }, [reading]),
    http.get('*/api/collections/3/members', () =>
      HttpResponse.json({ owner: { name: 'Mara', isYou: true }, members: [] }),
    ),
    http.get('*/api/collections/3/invitations', () => HttpResponse.json([])),
  )
  renderApp('/dashboard')
  const card = await screen.findByRole('article', { name: 'A road' })
  const button =
    of === 'article'
      ? within(card).getByRole('button', { name: /^(More actions|Actions)/ })
      : await screen.findByRole('button', { name: 'Actions for Reading' })
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Share…' }))
  // A collection is shared with people first.
  if (of === 'collection') fireEvent.click(await screen.findByRole('button', { name: 'Public link…' }))
  return within(
    await screen.findByRole('dialog', {
      name: of === 'article' ? 'Share article' : 'Public link to "Reading"',
    }),
  )
}

test('an article is shared as chosen, and its address is shown once', async () => {
  const asked = answerWith()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const dialog = await open('article')
  fireEvent.click(dialog.getByLabelText('Stays as it is now'))
  fireEvent.click(dialog.getByLabelText('My notes'))
  fireEvent.click(dialog.getByLabelText('The full text'))
  fireEvent.click(dialog.getByRole('button', { name: 'Make public link' }))
  await dialog.findByText('The full text is shared with a password only. Please choose one.')
  expect(asked).toEqual([])
  fireEvent.change(dialog.getByLabelText(/^Password/), { target: { value: 'heather' } })
  fireEvent.change(dialog.getByLabelText('It ends'), { target: { value: '7' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Make public link' }))
  const address = (await dialog.findByLabelText('Address')) as HTMLInputElement
  expect(address.value).toBe(URL_OF_PAGE)
  const [{ expiresAt, ...body } = {}] = asked
  expect(body).toEqual({
    ...{ kind: 'article', linkId: 1, live: false, withNotes: true, fullText: true, password: 'heather' },
  })
  const days = (Date.parse(String(expiresAt)) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  fireEvent.click(dialog.getByRole('button', { name: 'Copy address' }))
  await dialog.findByText('Copied')
  expect(copied).toHaveBeenCalledWith(URL_OF_PAGE)
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByDisplayValue(URL_OF_PAGE)).toBeNull())
})

test('a refusal keeps what was chosen', async () => {
  answerWith(() => refusal(409, 'You have 200 public links. Please withdraw one first.') as never)
  const dialog = await open('article')
  fireEvent.change(dialog.getByLabelText(/^Password/), { target: { value: 'heather' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Make public link' }))
  await dialog.findByText('You have 200 public links. Please withdraw one first.')
  expect((dialog.getByLabelText(/^Password/) as HTMLInputElement).value).toBe('heather')
})

test('a collection is shared on Ultra, without a full text', async () => {
  const asked = answerWith()
  const dialog = await open('collection', 'ultra')
  expect(dialog.queryByLabelText('The full text')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Make public link' }))
  await dialog.findByLabelText('Address')
  expect(asked).toEqual([
    {
      ...{ kind: 'collection', collectionId: 3, live: true, withNotes: false, fullText: false },
      ...{ password: null, expiresAt: null },
    },
  ])
})

test('a collection on another plan leads to the plans', async () => {
  const dialog = await open('collection', 'pro')
  expect(dialog.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/pricing')
  expect(dialog.queryByRole('button', { name: 'Make public link' })).toBeNull()
})

const share = (changes: Partial<Share> = {}): Share => ({
  ...{
    id: ID,
    kind: 'article',
    linkId: 1,
    collectionId: null,
    title: 'A road',
    live: true,
    withNotes: false,
  },
  ...{ fullText: false, hasPassword: false, state: 'live', createdAt: '2026-07-01T09:41:00.000Z' },
  ...{ expiresAt: null, views: 1 },
  ...changes,
})

/** The section of the settings, with these public links. */
const settings = async (...shares: Share[]) => {
  anAccount()
  const has = { shares }
  server.use(http.get('*/api/shares', () => HttpResponse.json({ shares: has.shares })))
  renderApp('/settings')
  return { has, section: within(await screen.findByRole('region', { name: 'Public links' })) }
}

test('settings list public links with their views, and withdraw them', async () => {
  const { has, section } = await settings(
    share({ views: 1_204, hasPassword: true, expiresAt: '2026-08-02T09:41:00.000Z' }),
    share({
      ...{ id: ID.replace('e1', 'e2'), kind: 'collection', linkId: null, collectionId: 3, title: 'Reading' },
      ...{ state: 'paused', live: false },
    }),
  )
  const texts = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'A roadArticleMade Jul 1, 2026 · ends Aug 2, 2026 · 1,204 views · passwordRenewWithdraw',
    'ReadingCollectionPausedMade Jul 1, 2026 · 1 view · as it wasWithdraw',
  ])
  section.getByText(/Until you have it again, these pages show nothing\./)
  server.use(
    http.delete('*/api/shares/:id', ({ params }) => {
      has.shares = has.shares.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ id: params.id })
    }),
  )
  fireEvent.click(section.getByRole('button', { name: 'Withdraw A road' }))
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
  await screen.findByText('The public link is withdrawn')
})

test('a renewed public link shows its new address once', async () => {
  const { section } = await settings(share())
  server.use(
    http.post(`*/api/shares/${ID}/renew`, () =>
      HttpResponse.json({ id: ID, url: URL_OF_PAGE }, { status: 201 }),
    ),
  )
  fireEvent.click(await section.findByRole('button', { name: 'Renew A road' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Renew public link' }))
  dialog.getByText(/the address that it has now shows nothing any more/)
  fireEvent.click(dialog.getByRole('button', { name: 'Renew' }))
  expect(((await dialog.findByLabelText('Address')) as HTMLInputElement).value).toBe(URL_OF_PAGE)
})

test('settings say how a public link is made where there is none', async () => {
  const { section } = await settings()
  await section.findByText(/Nothing is public\./)
})
