import type { AccessList } from '@lectern/contracts/api/access.ts'
import type { AccountSettings, Receipt } from '@lectern/contracts/api/account-settings.ts'
import { HttpResponse, http, library, mara, server } from './server.ts'

export const session = (changes: Partial<AccountSettings['sessions'][number]> = {}) => ({
  id: '019a0000-0000-7000-8000-00000000000a',
  device: 'Firefox on Linux',
  network: '203.0.113.0/24',
  signedInBy: null,
  createdAt: '2026-07-01T09:41:00.000Z',
  lastUsedAt: '2026-07-03T09:41:00.000Z',
  isThis: true,
  ...changes,
})
export const phone = session({
  id: '019a0000-0000-7000-8000-00000000000b',
  device: 'Safari on iPhone',
  isThis: false,
})

/** Data of the server. Tests change it. */
export const anAccount = (changes: Partial<AccountSettings> = {}) => {
  const has = {
    user: mara,
    account: {
      emailChange: null,
      codes: { areOn: false, recoveryCodesLeft: 0 },
      passkeys: [],
      sessions: [session()],
      ...changes,
    } as AccountSettings,
    access: { tokens: [], devices: [] } as AccessList,
    receipts: [] as Receipt[],
  }
  server.use(...library([]))
  server.use(
    http.get('*/api/user', () => HttpResponse.json(has.user)),
    http.get('*/api/account', () => HttpResponse.json(has.account)),
    http.get('*/api/account/access', () => HttpResponse.json(has.access)),
    http.get('*/api/account/receipts', () => HttpResponse.json({ receipts: has.receipts })),
  )
  return has
}
