import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findInFiles } from './scan.ts'

type Ask = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; text: string; body: unknown }>

/** The token in the mail of an invitation, which waits in a file where no server for mails is set. */
const tokenTo = async (dataDir: string, address: string): Promise<string> => {
  const outbox = join(dataDir, 'outbox')
  const find = () => {
    const found = findInFiles(outbox, [`To: ${address}`], []).filter(file => file.includes('invitation-'))
    const mail = found.at(-1)?.replace(/: To: .*$/, '')
    return mail && /invitation\/([\w-]{43})/.exec(readFileSync(mail, 'utf8').replace(/=\r?\n/g, ''))?.[1]
  }
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

/** Has one person share a collection with another, who does there what leads to events and rows. */
export const sharingIn =
  (dataDir: string, ok: (asked: ReturnType<Ask>) => Promise<{ contentHash?: string }>) =>
  async (
    owner: { ask: Ask; libraryId: string; collectionId: number; linkId: number },
    member: { ask: Ask; email: string; word: string },
  ): Promise<void> => {
    const { ask, libraryId, collectionId, linkId } = owner
    await ok(ask('PUT', `/api/links/${linkId}/collection`, { collectionId }))
    const wanted = { emails: [member.email], role: 'commenter' }
    await ok(ask('POST', `/api/collections/${collectionId}/invitations`, wanted))
    await ok(member.ask('POST', `/api/invitations/${await tokenTo(dataDir, member.email)}/accept`))
    const there = (path: string) => `/api/links/${linkId}/${path}?library=${libraryId}`
    await ok(member.ask('PATCH', there('archive'), { isArchived: true }))
    await ok(member.ask('POST', there('notes'), { type: 'note', content: member.word, shared: true }))
    const { contentHash } = await ok(ask('GET', `/api/links/${linkId}/content`))
    await ok(member.ask('PUT', there('position'), { offset: 1, contentHash }))
  }
