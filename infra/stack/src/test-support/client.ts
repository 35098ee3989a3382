type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** One person's browser: keeps cookies and sends JSON or a form, with `more` headers. */
export const clientOf = (url: string) => {
  const cookies = new Map<string, string>()
  return async (method: string, path: string, body?: object, more: object = {}): Promise<Answer> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}${path}`, {
      method,
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
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}
