/** Fetches the sign-in screen while the pointer is still on its way to the button. */
export function preloadSignIn(): void {
  const parts = [import('./ModalHost.tsx'), import('../../features/accounts/AuthModal.tsx')]
  // Opening it tries again, and says so if that fails too.
  Promise.all(parts).catch((cause) => console.warn('The sign-in screen did not preload', cause))
}
