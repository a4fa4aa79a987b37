import { expect, test } from 'vitest'
import * as timings from './timings.ts'

test('times, widths and storage keys are those of the specification', () => {
  expect({ ...timings }).toEqual({
    TOAST_SHOW_DELAY_MS: 1,
    TOAST_REMOVE_DELAY_MS: 700,
    TOAST_WIDTH_PX: 360,
    STYLESHEET_WAIT_MS: 60_000,
    STORAGE_KEYS: { productSetup: 'product-setup-storage', localCart: 'local-cart-storage' },
  })
})
