import { createFileRoute } from '@tanstack/react-router'
import { NothingHere } from '../app/shell/NotFoundScreen.tsx'
import { useTexts } from '../app/texts.ts'

/** The page for unknown paths. docs/spec.md §2. */
export const Route = createFileRoute('/$')({
  staticData: { texts: [] },
  component: NotFoundPage,
})

function NotFoundPage() {
  const i18n = useTexts()

  return (
    <NothingHere
      title={i18n.t('404 Not Found')}
      text={i18n.t('We couldn’t find that page. Check the address for typos, or go to the home page.')}
    />
  )
}
