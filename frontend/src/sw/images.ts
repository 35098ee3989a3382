import { readSavedImage } from '../data/saved-articles/store.ts'
import { readPresentUser } from '../lib/present-user.ts'

const IMAGE = /^\/api\/images\/([^/]+)$/

export const isImage = ({ url }: { url: URL }): boolean =>
  url.origin === location.origin && IMAGE.test(url.pathname)

/** The picture as the present user keeps it; nobody's else. */
const readKept = async (url: URL): Promise<Response | undefined> => {
  const [, hash] = IMAGE.exec(url.pathname) ?? []
  const user = await readPresentUser()
  if (user === null || hash === undefined) return undefined
  return readSavedImage(user.id, hash).catch(() => undefined)
}

/** Answers a picture from the server, and without one from what the present user keeps on this device. */
export const answerImage = async ({ request, url }: { request: Request; url: URL }): Promise<Response> => {
  const answer = await fetch(request).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  return (await readKept(url)) ?? answer ?? Response.error()
}
