import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '../../../app/paths.ts'

/** docs/spec.md §2: the bare path is no step. */
export const Route = createFileRoute('/_signed-in/create-reward/')({
  beforeLoad: () => {
    throw redirect({ to: paths.myRewards, replace: true })
  },
})
