import { errorOf, type Schema, VERSION_HEADER } from './api.ts'

export type Sent = { readonly sent: number; readonly total: number }

type Options = { readonly onProgress: (sent: Sent) => void; readonly signal: AbortSignal }

/**
 * Sends a file as the form field `file` and parses the JSON answer. XMLHttpRequest tells how many bytes are sent; fetch
 * cannot. Throws ApiError on a refusal, TypeError without an answer, and the signal's reason when it is aborted.
 */
export const upload = <T>(
  path: string,
  file: File,
  schema: Schema<T>,
  { onProgress, signal }: Options,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }))
    request.addEventListener('load', async () => {
      const { status, statusText, responseText } = request
      const response = new Response(responseText, { status, statusText })
      try {
        if (!response.ok) throw await errorOf(response)
        resolve(schema.parse(await response.json()))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new TypeError('There was no answer.')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', path)
    for (const [name, value] of Object.entries(VERSION_HEADER)) request.setRequestHeader(name, value)
    request.send(form)
  })
