import { createFileRoute } from '@tanstack/react-router'
import { FundsScreen } from '../../features/office/money/FundsScreen.tsx'
import { readFundsSearch } from '../../features/office/money/money-search.ts'

export const Route = createFileRoute('/office/funds')({
  staticData: { title: 'Funds' },
  validateSearch: readFundsSearch,
  component: OfficeFunds,
})

function OfficeFunds() {
  return <FundsScreen search={Route.useSearch()} />
}
