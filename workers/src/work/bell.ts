import type { WorkKind } from '@lectern/contracts/work.ts'
import { listen } from '@lectern/platform/postgres/listen.ts'
import { WORK_CHANNEL } from '@lectern/platform/work/add-work.ts'

/** Calls back when work of one of these kinds was added, and when the connection may have missed that. */
export type Bell = { readonly onRing: (kinds: readonly WorkKind[], wake: () => void) => void }

export function hangBell(databaseUrl: string, signal: AbortSignal): Bell {
  const hearers: { readonly kinds: readonly string[]; readonly wake: () => void }[] = []
  const hear = async () => {
    const heard = listen({ url: databaseUrl, name: 'workers-bell', channels: [WORK_CHANNEL], signal })
    for await (const ring of heard)
      for (const { kinds, wake } of hearers) if (ring === 'gap' || kinds.includes(ring.payload)) wake()
  }
  void hear()
  return { onRing: (kinds, wake) => void hearers.push({ kinds, wake }) }
}
