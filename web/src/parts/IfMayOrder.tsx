import type { ReactNode } from 'react'
import { useCompanies, useMayOrder } from '../app/company.queries.ts'
import { useTexts } from '../app/texts.ts'

type IfMayOrderProps = { children: ReactNode; className?: string }

/** What begins an order, for those whose role may place one. Others read why it's missing. */
export function IfMayOrder({ children, className = 'text-muted' }: IfMayOrderProps) {
  const i18n = useTexts()
  const { company } = useCompanies()
  if (useMayOrder()) return children
  return (
    <p className={className}>
      {i18n.t('Your role in {name} lets you see orders, but not place them.', { name: company?.name })}
    </p>
  )
}
