/** A call's deadline in milliseconds since 1970; infinite where the client set none. */
export function deadlineOf(call: { getDeadline(): Date | number }): number {
  const deadline = call.getDeadline()
  return typeof deadline === 'number' ? deadline : deadline.getTime()
}
