import { createFileRoute } from '@tanstack/react-router'
import { landingQuery } from '../app/landing.queries.ts'
import { flag, oneOf, searchParams, text } from '../app/search-params.ts'
import { useSignInDoor } from '../app/use-sign-in-door.ts'
import { Home } from '../features/home/Home.tsx'

type SignInScreen = 'signIn' | 'signUp' | 'forgotPassword'
type HomeSearch = {
  /** Where a visitor wanted to go before signing in. */
  redirect?: string
  /** Opens the sign-in modal on this screen; `true` on the one the site's settings name. */
  login?: SignInScreen | true
}

const screen = oneOf<SignInScreen>('signIn', 'signUp', 'forgotPassword')

/** Home. docs/spec.md §2, "/": search params redirect, login. */
export const Route = createFileRoute('/')({
  validateSearch: searchParams<HomeSearch>({
    redirect: text(),
    login: (given, others) => flag(given, others) ?? screen(given, others),
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
