/** Headers as OpenTelemetry writes them, name=value with commas between; undefined where a part has another form. */
export const headersIn = (list: string): Record<string, string> | undefined => {
  const pairs = list.split(',').filter(pair => pair.trim() !== '')
  try {
    const headers = new Headers()
    for (const pair of pairs) {
      const [name = '', value] = pair.split(/=(.*)/s, 2)
      if (value === undefined) return undefined
      headers.append(name.trim(), decodeURIComponent(value.trim()))
    }
    return Object.fromEntries(headers)
  } catch {
    return undefined
  }
}
