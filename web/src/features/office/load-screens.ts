/** All screens of the office are one piece, loaded there: the shop's first load names it once. */
export function loadScreens() {
  return import('./screens.tsx')
}

/** The screens that set the shop up are a piece of their own: who reviews orders all day does without. */
export function loadAdminScreens() {
  return import('./admin-screens.tsx')
}

/** What follows an order's approval is a piece of its own: who only reviews orders does without. */
export function loadFulfillmentScreens() {
  return import('./fulfillment-screens.tsx')
}
