/** All screens of the office are one piece, loaded there: the shop's first load names it once. */
export function loadScreens() {
  return import('./screens.tsx')
}
