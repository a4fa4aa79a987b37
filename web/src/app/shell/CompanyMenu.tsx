import { Building2, Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu } from '../../parts/Menu.tsx'
import { useCompanies, useSwitchCompany } from '../company.queries.ts'

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
        icon: one.id === company?.id ? Check : Building2,
        onPress: () => void (one.id !== company?.id && switchTo(one)),
      }))}
    />
  )
}
