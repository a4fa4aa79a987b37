/** The ID of what the server embeds in the page if it found no session. */
export const SIGNED_OUT = 'office-signed-out'

/** Loads a screen with its route, but not while the page is the sign-in, which needs none of it. */
export function afterSignIn<Screen extends Preloaded>(screen: Screen): Screen {
  const { preload } = screen
  screen.preload = async () => {
    if (document.getElementById(SIGNED_OUT) === null) await preload?.()
  }
  return screen
}

type Preloaded = { preload?: (() => Promise<void> | undefined) | undefined }

/** Once the sign-in is there. */
export function forgetSignedOut(): void {
  document.getElementById(SIGNED_OUT)?.remove()
}
