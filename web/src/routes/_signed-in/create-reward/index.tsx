import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '../../../app/paths.ts'

/** docs/spec.md §2: the path without a step isn't a page. */
export const Route = createFileRoute('/_signed-in/create-reward/')({
  beforeLoad: () => {
    throw redirect({ to: paths.myRewards, replace: true })
  },
})
