/** docs/spec.md §4 and §9, "Toast". */
export const TOAST_SHOW_DELAY_MS = 1
export const TOAST_REMOVE_DELAY_MS = 700
export const TOAST_WIDTH_PX = 360

/** The timeout of a lazily loaded stylesheet. docs/spec.md §9. */
export const STYLESHEET_WAIT_MS = 60_000

/** The browser's storage for selections, never for a recipient's name or address. docs/spec.md §9. */
export const STORAGE_KEYS = {
  productSetup: 'product-setup-storage',
  localCart: 'local-cart-storage',
} as const
