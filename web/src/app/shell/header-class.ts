export const HEADER =
  'relative z-5 flex h-[76px] items-center gap-8 bg-surface px-(--gutter) narrow:h-16 narrow:gap-3 tiny:px-3.5'
export const HEADER_LINK =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-ink no-underline hover:bg-sunken'
