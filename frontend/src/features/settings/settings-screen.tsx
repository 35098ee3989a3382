import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { Screen } from '../../ui/screen.tsx'
import { AccountSection } from './account-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const NO_LIST = { move: () => undefined }

/** /settings: the account, its plan, its sessions and what was paid. */
export default function SettingsScreen() {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  return (
    <>
      <BackHeader />
      <Screen title="Settings" className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10">
        <h1 className="text-title">Settings</h1>
        <AccountSection />
        <PlanSection />
        <SessionsSection />
        <ReceiptsSection />
      </Screen>
    </>
  )
}
