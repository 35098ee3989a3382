/** A part of the stack that can be brought up, taken down, and asked whether it does its work now. */
export type Resource = {
  readonly name: string
  /** Resolves once it serves. @throws StartError, and other errors, where it cannot */
  readonly up: () => Promise<void>
  /** Also allowed on a part that is not up, or only half. Never rejects. */
  readonly down: () => Promise<void>
  readonly healthy: () => Promise<boolean>
}

/** Up one after another, down in reverse. */
export const sequence = (...parts: readonly Resource[]): Resource => ({
  name: parts.map(part => part.name).join(', '),
  up: async () => {
    for (const part of parts) await part.up()
  },
  down: async () => {
    for (const part of parts.toReversed()) await part.down()
  },
  healthy: () => all(parts),
})

export const parallel = (...parts: readonly Resource[]): Resource => ({
  name: parts.map(part => part.name).join(' with '),
  up: async () => {
    const ups = parts.map(part => part.up())
    try {
      await Promise.all(ups)
    } catch (error) {
      await Promise.all(parts.map(part => part.down()))
      await Promise.allSettled(ups)
      throw error
    }
  },
  down: async () => {
    await Promise.all(parts.map(part => part.down()))
  },
  healthy: () => all(parts),
})

const all = async (parts: readonly Resource[]): Promise<boolean> =>
  (await Promise.all(parts.map(part => part.healthy()))).every(Boolean)
