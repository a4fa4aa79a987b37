/** The screens that set the shop up are a piece of their own: who reviews orders all day does without. */
export function loadAdminScreens() {
  return import('./admin-screens.tsx')
}
