/** One look of the rows of orders and of drafts: a picture column, and a phone's block of three columns. */
export const ORDER_ROW =
  'relative transition-colors duration-(--fast) hover:bg-[linear-gradient(var(--canvas),var(--canvas))] narrow:grid-cols-[84px_1fr_auto]! narrow:hover:bg-none'

export const CARD_COLUMN = 'w-[128px] narrow:row-span-3 narrow:w-auto'

/** The name opens the row; its reach is the whole row. */
export const ROW_LINK =
  "font-semibold text-ink after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-3"
