import TakeAddresses from '../features/library/add-link/take-addresses.tsx'
import { UndoKey } from '../parts/commands/undo-key.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import ConnectionLine from './connection-line.tsx'
import SharingWatch from './sharing-watch.ts'

const tutorial = lazyPart(() => import('../features/tutorial/tutorial.tsx'))

/** Parts of the shell for a signed-in person that load after what the first screen needs. */
export default function AfterStart() {
  return (
    <>
      <TakeAddresses />
      <ConnectionLine />
      <SharingWatch />
      <UndoKey />
      <tutorial.Component fallback={null} />
    </>
  )
}
