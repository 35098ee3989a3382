import { useEffect } from 'react'
import { Link } from 'wouter'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { HAS_PLANS } from '../../lib/has-plans.ts'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { NeedsServer } from '../../parts/needs-server.tsx'
import { sectionId } from '../../parts/section.tsx'
import { Screen } from '../../ui/screen.tsx'
import { AccountSection } from './account-section.tsx'
import { ApiSection } from './api-section.tsx'
import { CodesSection } from './codes-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ListeningSection } from './listening-section.tsx'
import { OfflineSection } from './offline-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { PublicLinksSection } from './public-links-section.tsx'
import { ReadersSection } from './readers-section.tsx'
import { ReadingSection } from './reading-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'

const NO_LIST = { move: () => undefined }

/** The sections about the account, which need the server, by their titles. */
const OF_ACCOUNT = {
  Account: AccountSection,
  Plan: PlanSection,
  Receipts: ReceiptsSection,
  Passkeys: PasskeysSection,
  'One-time codes': CodesSection,
  Devices: SessionsSection,
  'Public links': PublicLinksSection,
  'E-readers and apps': ReadersSection,
  'API access': ApiSection,
} as const

/** The sections about this device. */
const OF_DEVICE = {
  Reading: ReadingSection,
  Listening: ListeningSection,
  Shortcuts: ShortcutsSection,
  Offline: OfflineSection,
  Data: DataSection,
} as const

/** /settings: what belongs to the account, and what belongs to this device. /settings#reading opens at a section. */
export default function SettingsScreen() {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  const isTouch = useMedia(TOUCH)
  const ofAccount = Object.entries(OF_ACCOUNT).filter(([title]) => HAS_PLANS || title !== 'Plan')
  const isOffline = useIsOffline()
  const ofDevice = Object.entries(OF_DEVICE).filter(([title]) => !isTouch || title !== 'Shortcuts')
  useEffect(() => document.getElementById(location.hash.slice(1))?.focus(), [])
  return (
    <>
      <BackHeader />
      <Screen
        title="Settings"
        className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10 lg:grid lg:max-w-5xl lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-12"
      >
        <h1 className="text-title lg:col-start-2">Settings</h1>
        <Index titles={[...[...ofAccount, ...ofDevice].map(([title]) => title), 'Delete account']} />
        <div>
          <NeedsServer sentence="Your account can be changed when you are online again.">
            {ofAccount.map(([title, Part]) => (
              <Part key={title} />
            ))}
          </NeedsServer>
          {ofDevice.map(([title, Part]) => (
            <Part key={title} />
          ))}
          <p className="mt-10 text-ink-2 max-[769px]:hidden">
            New here?{' '}
            <Link href="/dashboard?tutorial=1" className="underlined rounded-[4px] font-medium text-ink">
              Take the tour
            </Link>
          </p>
          {/* Last, so that nobody meets it on the way to something else. */}
          <fieldset disabled={isOffline} className="contents">
            <DeleteSection />
          </fieldset>
        </div>
      </Screen>
    </>
  )
}

/** Links to the sections, on wide screens. */
const Index = ({ titles }: { titles: readonly string[] }) => (
  <nav aria-label="Sections" className="sticky top-6 mt-10 self-start max-lg:hidden">
    <ul>
      {titles.map(title => (
        <li key={title}>
          <a
            href={`#${sectionId(title)}`}
            className="-ml-2.5 flex min-h-9 items-center rounded-control px-2.5 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
