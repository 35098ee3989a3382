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
export const sequence = (...parts: readonly Resource[]): Resource => {
  let isDown = false
  return {
    name: parts.map(part => part.name).join(', '),
    up: async () => {
      isDown = false
      for (const part of parts) {
        await part.up()
        // A part that serves just as all is taken down must not have the next one started, which is down already.
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

/** Up at once like `parallel`, down in reverse like `sequence`: for parts that start alone but work with those before them. */
export const together = (...parts: readonly Resource[]): Resource => ({
  ...parallel(...parts),
  down: () => downInReverse(parts),
})

const downInReverse = async (parts: readonly Resource[]): Promise<void> => {
  for (const part of parts.toReversed()) await part.down()
}

const all = async (parts: readonly Resource[]): Promise<boolean> =>
  (await Promise.all(parts.map(part => part.healthy()))).every(Boolean)
