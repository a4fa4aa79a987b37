import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { call } from '../app/call.ts'
import { useCompanies } from '../app/company.queries.ts'
import { pageTexts, useTexts } from '../app/texts.ts'
import { anyOf } from './approval-words.ts'
import { Icon } from './Icon.tsx'

/** Who will be asked to approve the cart; nothing in companies without approval rules. */
export function ApprovalHint({ orderId }: { orderId: number }) {
  const i18n = useTexts()
  const { company } = useCompanies()
  const { data } = useQuery({
    // The checkout's summary, under the same key.
    queryKey: ['orders', orderId, 'summary'],
    queryFn: () => call(api.getOrderSummary, { query: { orderId } }),
    enabled: company?.hasApprovalRules === true,
  })
  const approval = data?.approval
  if (company?.hasApprovalRules !== true || !approval) return null
  return (
    <p className="flex items-start gap-1.5 text-muted text-small">
      <Icon of={UserCheck} size={16} className="mt-0.5" />
      <span>{approval.isBlocked ? i18n.t('No one can approve this order.') : willNeed(approval.steps)}</span>
    </p>
  )
}

/** `Joy Nakamura will be asked to approve this order, then Marcus Bell.` */
function willNeed(steps: readonly { people: Parameters<typeof anyOf>[0] }[]): string {
  const i18n = pageTexts()

  const [first = '', ...others] = steps.map(({ people }) => anyOf(people))
  const people = others.reduce((before, next) => i18n.t('{before}, then {next}', { before, next }), first)
  return i18n.t('This order needs approval: we’ll ask {people}.', { people })
}
