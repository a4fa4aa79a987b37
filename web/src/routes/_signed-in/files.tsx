import { createFileRoute } from '@tanstack/react-router'
import { requireRegistration } from '../../app/customer.queries.ts'
import { FilesScreen } from '../../features/files/FilesScreen.tsx'
import { readFilesSearch } from '../../features/files/files-search.ts'

/** Everything that the customer and their company uploaded, and the documents of their orders. */
export const Route = createFileRoute('/_signed-in/files')({
  staticData: { title: /*i18n*/ 'Files', texts: ['parts', 'files'] },
  validateSearch: readFilesSearch,
  loader: ({ context: { queryClient }, location }) => requireRegistration(queryClient, location.href),
  component: Files,
})

function Files() {
  return <FilesScreen search={Route.useSearch()} />
}
