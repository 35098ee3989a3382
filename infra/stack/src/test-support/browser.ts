import { expect } from 'vitest'

/** One person's browser at a stack, with its cookies. */
export const browserAt = (url: () => string) => {
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url()}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies.values()].join('; '),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      cookies.set(pair.split('=', 1)[0] ?? '', pair)
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return Object.assign(ask, { cookies })
}
export type Browser = ReturnType<typeof browserAt>

/** The body of an answer that is no refusal. */
export const ok = async (asked: ReturnType<Browser>) => {
  const answer = await asked
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
