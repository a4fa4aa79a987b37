import { useShareableCompany } from '../app/company.queries.ts'
import type { Address } from '../app/customer.queries.ts'
import { pageTexts, useTexts } from '../app/texts.ts'
import { Checkbox } from './Checkbox.tsx'

type Shared = Address['shared']

/** "Shared by Joy Nakamura"; undefined for what only the customer has. */
export function sharedText(shared: Shared): string | undefined {
  const i18n = pageTexts()

  if (shared === null) return undefined
  return shared.isOwn ? i18n.t('Shared by you') : i18n.t('Shared by {by}', { by: shared.by })
}

/** Whether the customer can change it: their own, what they shared, and as an admin what others shared. */
export function mayChange({ shared }: { shared: Shared }): boolean {
  return shared === null || shared.canChange
}

type ShareCheckboxProps = { isShared: boolean; onChange: (isShared: boolean) => void }

/** Shares it with the current company, which has other people. */
export function ShareCheckbox({ isShared, onChange }: ShareCheckboxProps) {
  const i18n = useTexts()
  const company = useShareableCompany()
  if (!company && !isShared) return null
  return (
    <Checkbox isSelected={isShared} onChange={onChange}>
      {i18n.t('Share it with {company}', { company: company?.name ?? i18n.t('your company') })}
    </Checkbox>
  )
}
