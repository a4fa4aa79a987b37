import { createFileRoute } from '@tanstack/react-router'
import { flag, oneOf, searchParams, text } from '../app/search-params.ts'
import { landingQuery, siteQuery } from '../app/site.ts'
import { loadTexts } from '../app/texts.ts'
import { useSignInSearch } from '../app/use-sign-in-search.ts'
import { Home } from '../features/home/Home.tsx'

type SignInScreen = 'signIn' | 'signUp' | 'forgotPassword'
type HomeSearch = {
  /** The page to open after sign-in. */
  redirect?: string
  /** Opens the sign-in dialog on this screen; `true` means the site's default. */
  login?: SignInScreen | true
}

const screen = oneOf<SignInScreen>('signIn', 'signUp', 'forgotPassword')

/** docs/spec.md §2, "/": search params redirect, login. */
export const Route = createFileRoute('/')({
  validateSearch: searchParams<HomeSearch>({
    redirect: text(),
    login: (given, others) => flag(given, others) ?? screen(given, others),
  }),
  loader: async ({ context }) => {
    const { isDemo } = await context.queryClient.ensureQueryData(siteQuery)
    if (isDemo) await loadTexts(['demo'])
    // The page has default texts if the site's can't be loaded.
    await context.queryClient.ensureQueryData(landingQuery).catch((cause) => {
      console.error('Failed to load landing components', cause)
    })
  },
  staticData: { texts: ['home'] },
  component: HomeScreen,
})

function HomeScreen() {
  useSignInSearch(Route.useSearch())
  return <Home />
}
