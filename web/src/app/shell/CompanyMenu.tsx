import { Building2, Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu } from '../../parts/Menu.tsx'
import { type Company, useCompanies, useSwitchCompany } from '../company.queries.ts'
import { pageTexts } from '../texts.ts'

/** `Admin, 5 people` */
export function companyDetail({ roleName, peopleCount }: Company, isCurrent = false): string {
  const i18n = pageTexts()
  const people = i18n.t('{peopleCount, plural, one {# person} other {# people}}', { peopleCount })
  return [...(isCurrent ? [i18n.t('Current')] : []), i18n.t(roleName), people].join(', ')
}

type CompanyMenuProps = { label: string; button: ReactElement; buttonClassName: string }

/** The customer's companies, the current one checked. */
export function CompanyMenu(props: CompanyMenuProps) {
  const { companies, company } = useCompanies()
  const switchTo = useSwitchCompany()
  return (
    <Menu
      {...props}
      defaultOpen
      entries={companies.map((one) => ({
        id: String(one.id),
        label: one.name,
        // Two companies can have the same name.
        detail: companyDetail(one, one.id === company?.id),
        icon: one.id === company?.id ? Check : Building2,
        onPress: () => void (one.id !== company?.id && switchTo(one)),
      }))}
    />
  )
}
