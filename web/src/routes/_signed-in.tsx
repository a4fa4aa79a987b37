import { createFileRoute, redirect } from '@tanstack/react-router'
import { isSignedIn } from '../app/session.ts'

/** Everything below is for signed-in customers: others go home with the wanted path. docs/spec.md §2. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    if (!(await isSignedIn())) throw redirect({ to: '/', search: { redirect: location.href } })
  },
})
