/** The answer to a request. A text is sent as it is, anything else as JSON. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
