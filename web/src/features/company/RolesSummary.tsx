import { COMPANY_CAPABILITIES, COMPANY_CAPABILITY_WORDS } from '@laurel/domain/company-roles'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Company } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { type CompanyRole, roleSays, rolesSentence, roleTitle } from './company-words.ts'

type RolesProps = { company: Company; roles: readonly CompanyRole[] }

/** What the reader's own role allows, and a comparison with the others. */
export function RolesSummary({ company, roles }: RolesProps) {
  const i18n = useTexts()

  return (
    <section aria-labelledby="roles">
      <h2 id="roles" className="text-h3">
        {i18n.t('Roles')}
      </h2>
      <p className="mt-2 text-muted text-small">{rolesSentence(roles)}</p>
      <p className="mt-2 text-small">
        {i18n.t('Your role is {role}: {says}', {
          role: roleTitle({ key: company.role, name: company.roleName }),
          says: roleSays({ key: company.role, capabilities: company.capabilities }),
        })}
      </p>
      <CompareRoles roles={roles} />
    </section>
  )
}

export function CompareRoles({ roles }: Pick<RolesProps, 'roles'>) {
  const i18n = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="link" className="mt-2 text-small" onClick={() => setOpen(true)}>
        {i18n.t('Compare roles')}
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={i18n.t('Compare roles')}>
        <p className="mt-2 text-muted">{i18n.t('Every role sees the company’s orders and people.')}</p>
        <table className="mt-4 w-full border-collapse text-small">
          <thead>
            <tr>
              <td />
              {COMPANY_CAPABILITIES.map((capability) => (
                <th key={capability} scope="col" className="w-9 px-1 pb-2 align-bottom font-medium">
                  <span className="mx-auto block max-h-40 rotate-180 whitespace-nowrap text-start leading-tight [writing-mode:vertical-rl]">
                    {i18n.t(COMPANY_CAPABILITY_WORDS[capability])}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roles.map(({ key, name, capabilities }) => (
              <tr key={key}>
                <th
                  scope="row"
                  className="wrap-anywhere border-line border-t py-2.5 pe-3 text-start font-medium"
                >
                  {roleTitle({ key, name })}
                </th>
                {COMPANY_CAPABILITIES.map((capability) => (
                  <td key={capability} className="border-line border-t px-1 py-2.5 text-center">
                    {capabilities.includes(capability) ? (
                      <Icon of={Check} size={18} label={i18n.t('Yes')} className="mx-auto text-good" />
                    ) : (
                      <span className="sr-only">{i18n.t('No')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Modal>
    </>
  )
}
