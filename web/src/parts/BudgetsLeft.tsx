import { periodName } from '@laurel/domain/budgets'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { companyQueries, useCompanies } from '../app/company.queries.ts'
import { useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'

type BudgetsLeftProps = {
  /** What the order costs so far: a budget that has less left is marked. */
  orderCents?: number | undefined
  className?: string
}

/** What is left of the budgets that the customer's orders count against; nothing without budgets. */
export function BudgetsLeft({ orderCents = 0, className = '' }: BudgetsLeftProps) {
  const i18n = useTexts()
  const { company } = useCompanies()
  const { data = [] } = useQuery({
    ...companyQueries.budgets(),
    enabled: company?.hasBudgets === true,
    staleTime: 0,
  })
  const own = data.filter(({ isYours }) => isYours)
  if (company?.hasBudgets !== true || own.length === 0) return null
  return (
    <ul aria-label={i18n.t('Budgets')} className={`grid gap-1 text-small ${className}`}>
      {own.map(({ id, name, period, startsOn, leftCents }) => {
        const isShort = leftCents < orderCents || leftCents <= 0
        return (
          <li key={id} className={`flex items-start gap-1.5 ${isShort ? 'text-warn' : 'text-muted'}`}>
            {isShort && <Icon of={TriangleAlert} size={16} className="mt-0.5" />}
            <span>
              {i18n.t('{name}, {period}: {amount} left', {
                name,
                period: periodName(period, startsOn, i18n.locale),
                amount: formatCents(Math.max(0, leftCents)),
              })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
