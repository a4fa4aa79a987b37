const ROW = 'grid items-center gap-x-6 gap-y-2 border-line border-t py-4.5 narrow:items-start narrow:gap-x-4'

/** One import: a sign, what is known of it, what can be done. */
export const STRIP = `${ROW} grid-cols-[auto_1fr_auto]`

/** One that is over: what can be done about it, and the cross that puts it away. */
export const STRIP_WITH_CROSS = `${ROW} grid-cols-[auto_1fr_auto_auto] narrow:grid-cols-[auto_1fr_auto]`
