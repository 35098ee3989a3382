export const Logo = () => (
  <span className="inline-flex items-center gap-2.5 font-serif text-[1.3125rem] leading-7 font-semibold">
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
      <rect width="20" height="20" rx="5" className="fill-marker" />
      <path d="M5 0h1.6v20H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z" className="fill-ink" />
    </svg>
    Lectern
  </span>
)
