import { withEnglishTexts } from '../../app/texts.ts'

/** The everyday office screens are one chunk, so the shop's first load names a single file. */
export function loadScreens() {
  return import('./screens.tsx')
}

/** Settings screens are a separate chunk: people who review orders don't download them. */
export function loadAdminScreens() {
  return withEnglishTexts(['reports', 'webhooks'], import('./admin-screens.tsx'))
}

/** Fulfillment screens are a separate chunk: people who only review orders don't download them. */
export function loadFulfillmentScreens() {
  return import('./fulfillment-screens.tsx')
}
