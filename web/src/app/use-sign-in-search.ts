import { ownPath } from '@laurel/domain/redirect-path'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { closeModal, openModal, useModalStore } from './modal-store.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'

type SignInSearch = { redirect?: string; login?: 'signIn' | 'signUp' | 'forgotPassword' | true }

/**
 * Opens the sign-in modal for a visitor who asked for it or was sent here by a guard, and sends a
 * signed-in customer to the requested page.
 *
 * @see docs/spec.md §2, "Every authenticated screen requires a signed-in session"
 */
export function useSignInSearch({ redirect, login }: SignInSearch): void {
  const session = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const isAsked = redirect !== undefined || login !== undefined

  useEffect(() => {
    if (!isAsked) return
    if (session === 'signed-in') {
      closeModal()
      const wanted = ownPath(redirect, (path) => isScreen(router, path))
      router.history.replace(wanted === '/' ? paths.myRewards : wanted)
      return
    }
    let isFollowed = true
    openModal(
      'auth',
      { screen: login === true ? undefined : login },
      {
        onClose: () => {
          // Leaving for another screen closes the modal too; only the home page cleans its address.
          if (!isFollowed || router.state.location.pathname !== '/') return
          navigate({ to: '/', search: {}, replace: true, resetScroll: false })
        },
      },
    )
    // The address changed: the browser's Back closes the modal.
    return () => {
      isFollowed = false
      if (useModalStore.getState().open?.variant === 'auth') closeModal()
    }
  }, [isAsked, redirect, login, session, navigate, router])

  // Close the modal when leaving this screen.
  useEffect(() => () => closeModal(), [])
}

/** Whether this path has a screen other than the fallback page. */
export function isScreen(router: ReturnType<typeof useRouter>, path: string): boolean {
  const [, , foundRoute] = router.getMatchedRoutes(path)
  return foundRoute !== undefined && foundRoute.id !== '/$'
}
