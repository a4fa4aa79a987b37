import { createFileRoute } from '@tanstack/react-router'
import { NothingHere } from '../app/shell/NotFoundScreen.tsx'

/** The page for unknown paths. docs/spec.md §2. */
export const Route = createFileRoute('/$')({
  component: NotFoundPage,
})

function NotFoundPage() {
  return (
    <NothingHere
      title="404 Not Found"
      text="We couldn’t find that page. Check the address for typos, or go to the home page."
    />
  )
}
