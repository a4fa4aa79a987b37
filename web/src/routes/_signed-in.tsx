import { createFileRoute, redirect } from '@tanstack/react-router'
import { isSignedIn } from '../app/session.ts'

/** Only for signed-in customers: redirects others to the home page with the path. docs/spec.md §2. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) throw redirect({ to: '/', search: { redirect: location.href } })
  },
})
