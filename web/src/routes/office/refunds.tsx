import { createFileRoute } from '@tanstack/react-router'
import { readRefundsSearch } from '../../features/office/money/money-search.ts'
import { RefundsScreen } from '../../features/office/money/RefundsScreen.tsx'

export const Route = createFileRoute('/office/refunds')({
  staticData: { title: 'Refunds' },
  validateSearch: readRefundsSearch,
  component: OfficeRefunds,
})

function OfficeRefunds() {
  return <RefundsScreen search={Route.useSearch()} />
}
