import { createFileRoute } from '@tanstack/react-router'
import { landingQuery } from '../app/landing.queries.ts'
import { useSignInDoor } from '../app/use-sign-in-door.ts'
import { Home } from '../features/home/Home.tsx'

type SignInScreen = 'signIn' | 'signUp' | 'forgotPassword'
type HomeSearch = {
  /** Where a visitor wanted to go before signing in. */
  redirect?: string
  /** Opens the sign-in modal on this screen; `true` on the one the site's settings name. */
  login?: SignInScreen | true
}

const SCREENS: readonly SignInScreen[] = ['signIn', 'signUp', 'forgotPassword']

/** Home. docs/spec.md §2, "/": search params redirect, login. */
export const Route = createFileRoute('/')({
  validateSearch: (search: Record<string, unknown>): HomeSearch => ({
    ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
    ...(search.login !== undefined && search.login !== false && { login: screenOf(search.login) }),
  }),
  loader: async ({ context }) => {
    // The page says its own words when the site's cannot be had.
    await context.queryClient.ensureQueryData(landingQuery).catch((cause) => {
      console.error('Failed to load landing components', cause)
    })
  },
  component: HomeScreen,
})

function HomeScreen() {
  useSignInDoor(Route.useSearch())
  return <Home />
}

function screenOf(value: unknown): SignInScreen | true {
  return SCREENS.find((screen) => screen === value) ?? true
}
