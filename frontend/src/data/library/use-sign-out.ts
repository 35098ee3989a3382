import { sendOk, type Write } from '../../lib/api.ts'
import { writeStored } from '../../lib/storage.ts'
import { countLinkDrafts } from '../links/drafts.ts'
import { allDrafts, isSending } from '../notes/drafts.ts'
import { LEAVING_KEY } from '../session/leaving.ts'
import { useSessionControl, useUser } from '../session/use-session.tsx'
import { useLibrary } from './use-library.tsx'

const LOGOUT: Write = { method: 'POST', path: '/api/logout' }

/**
 * Ends the session on the server, then deletes what this device keeps of the user. Throws when the server does not confirm.
 * @param write another request that ends the session; the returned function takes one as well
 */
export const useSignOut = (write = LOGOUT): ((instead?: Write) => Promise<void>) => {
  const session = useSessionControl()
  const { id } = useUser()
  return async (instead = write) => {
    // The code is there before the session ends, so that nothing stays for want of it.
    const { forgetUser } = await import('../session/forget.ts')
    await sendOk(instead)
    writeStored(LEAVING_KEY, id)
    session.signedOut()
    // The next start of the client tries again.
    await forgetUser(id).catch(() => undefined)
  }
}

/** The number of acts that the server does not have yet, refused ones included, and of drafts. A sign-out would lose them. */
export const useUnsentCount = (): (() => number) => {
  const { outbox } = useLibrary()
  const { id } = useUser()
  return () => {
    const acts = [...outbox.pending().map(({ act }) => act), ...outbox.refused()]
    const drafts = allDrafts(id).filter(draft => !acts.some(act => isSending(act, draft)))
    const unsent = acts.filter(({ state }) => state !== 'sent')
    return unsent.length + drafts.length + countLinkDrafts(id)
  }
}
