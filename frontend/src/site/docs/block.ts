/** The look of text as a program sends or gets it. */
export const BLOCK =
  'max-h-80 overflow-auto rounded-control border border-line bg-sunken px-3 py-2.5 font-mono text-meta leading-[1.55]'
