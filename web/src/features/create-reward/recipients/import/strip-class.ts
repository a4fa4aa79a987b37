/** One import: a sign, what is known of it, what can be done. */
export const STRIP =
  'grid grid-cols-[auto_1fr_auto] items-center gap-x-6 gap-y-2 border-line border-t py-4.5 narrow:gap-x-4'
