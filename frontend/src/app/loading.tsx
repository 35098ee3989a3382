import { Logo } from '../ui/logo.tsx'

/** While the session or a screen's code loads. Appears only where that takes a moment, so that fast loads do not flicker. */
export const Loading = () => (
  <main className="grid min-h-dvh animate-[fade_200ms_ease-out_250ms_backwards] place-content-center justify-items-center gap-3">
    <Logo />
    <p role="status" className="text-ink-2">
      Loading…
    </p>
  </main>
)
