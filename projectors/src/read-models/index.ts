import type { Lane } from '@lectern/contracts/read-model/lanes.ts'
import { articles } from './articles/index.ts'
import { tabs } from './articles/tabs.ts'
import { history } from './history/index.ts'
import { links } from './links/index.ts'
import type { ReadModel } from './read-model.ts'
import { search } from './search/index.ts'

/** The engine knows read models from this list alone. */
const readModels: readonly ReadModel[] = [links, articles, search, tabs, history]

export const readModelOf = (lane: Lane): ReadModel => {
  const found = readModels.find(({ lanes }) => lanes.includes(lane))
  if (found === undefined) throw new TypeError(`No read model has the lane ${lane}`)
  return found
}

/** The lanes that handle the events of a stream. */
export const lanesOf = (stream: string): Lane[] => readModels.flatMap(each => each.laneOf(stream) ?? [])
