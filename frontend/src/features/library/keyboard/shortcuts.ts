import type { LinkList } from '../../../data/answers.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The dashboard's keys. Their code loads after the links. */
export default function Shortcuts({ list, place }: { list: LinkList | undefined; place: string }) {
  useShortcuts(list, place)
  return null
}
