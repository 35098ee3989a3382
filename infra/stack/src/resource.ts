/** A part of the stack. */
export type Resource = {
  readonly name: string
  /** Resolves once the part serves. @throws StartError and other errors if it cannot start */
  readonly up: () => Promise<void>
  /** May be called at any time, also during `up`. Never rejects. */
  readonly down: () => Promise<void>
  readonly healthy: () => Promise<boolean>
}

/** Up one after another, down in reverse. */
export const sequence = (...parts: readonly Resource[]): Resource => {
  let isDown = false
  return {
    name: parts.map(part => part.name).join(', '),
    up: async () => {
      isDown = false
      for (const part of parts) {
        await part.up()
        // `down` may have been called while this part started. The next part must not start then.
        if (isDown) throw new Error(`${part.name} was taken down`)
      }
    },
    down: async () => {
      isDown = true
      await downInReverse(parts)
    },
    healthy: () => all(parts),
  }
}

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

/** Starts parts at once like `parallel` and stops them in reverse like `sequence`. */
export const together = (...parts: readonly Resource[]): Resource => ({
  ...parallel(...parts),
  down: () => downInReverse(parts),
})

const downInReverse = async (parts: readonly Resource[]): Promise<void> => {
  for (const part of parts.toReversed()) await part.down()
}

const all = async (parts: readonly Resource[]): Promise<boolean> =>
  (await Promise.all(parts.map(part => part.healthy()))).every(Boolean)
