/** What follows an order's approval is a piece of its own: who only reviews orders does without. */
export function loadFulfillmentScreens() {
  return import('./fulfillment-screens.tsx')
}
