import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useCounts } from '../../data/library/use-links.ts'
import { whenIdle } from '../../lib/idle.ts'
import { isOverTheScreen } from '../../lib/keyboard/use-keys.ts'
import { useMedia } from '../../lib/media.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { settingAtom } from '../../lib/settings.ts'
import { useDialog } from '../../parts/dialogs.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

const overlay = lazyPart(() => import('./overlay.tsx'))

const completedAtom = settingAtom('tutorialCompleted', stored => stored === 'true')

const WIDE = '(width > 768px)'
const isMobileAgent = () => /Android|iPad|iPhone|Mobi/i.test(navigator.userAgent)

/** Shows the tutorial on the dashboard. It loads after the dashboard. */
export default function Tutorial() {
  const [path] = useLocation()
  return /^\/dashboard\/?$/.test(path) && <OnDashboard />
}

/**
 * The tutorial comes by itself while the library has no link and this device has not shown it, and whenever the address
 * asks for it with ?tutorial=1. A person with links who takes another device knows the way.
 */
const OnDashboard = () => {
  const [isCompleted, setCompleted] = useAtom(completedAtom)
  const used = useCounts()?.used
  const isWide = useMedia(WIDE)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const fits = isWide && !isMobileAgent()
  // A dialog that the address asks for is not drawn yet while its code loads.
  const [dialog] = useDialog()
  const isDue = fits && !isCompleted && used === 0 && dialog === null

  const asked = new URLSearchParams(useSearch()).get('tutorial')
  const onAsked = useEffectEvent(() => {
    const rest = new URLSearchParams(location.search)
    rest.delete('tutorial')
    navigate(`/dashboard${rest.size > 0 ? `?${rest}` : ''}`, { replace: true })
    if (fits) setOpen(true)
    else
      toast({ title: 'The tour needs a wider window', description: 'It points at things that are not here.' })
  })
  useEffect(() => {
    if (asked !== null) onAsked()
  }, [asked])

  useEffect(() => {
    if (!isDue) return
    let isGone = false
    whenIdle(() => isGone || isOverTheScreen() || setOpen(true))
    return () => {
      isGone = true
    }
  }, [isDue])

  if (!isOpen || !fits) return null
  const close = () => setOpen(false)
  return (
    <overlay.Component
      onDone={() => {
        setCompleted(true)
        close()
      }}
      onFailure={close}
    />
  )
}
