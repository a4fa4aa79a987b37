/** One look of the rows of orders and of drafts: a picture column, and a phone's block of three columns. */
export const ORDER_ROW =
  'relative transition-colors duration-(--fast) hover:bg-[linear-gradient(var(--canvas),var(--canvas))] narrow:grid-cols-[84px_1fr_auto]! narrow:hover:bg-none tiny:grid-cols-[64px_1fr]!'

export const CARD_COLUMN = 'w-[128px] narrow:row-span-4 narrow:w-auto'

/** Beside the name; below it where there is no room. */
export const SUM_CELL = 'tiny:col-start-2 tiny:text-start'

/** The card in that column. */
export const ROW_CARD = 'w-[92px] narrow:w-[84px] tiny:w-[64px]'

/** The name opens the row; its reach is the whole row. */
export const ROW_LINK =
  "font-semibold text-ink after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-3"
