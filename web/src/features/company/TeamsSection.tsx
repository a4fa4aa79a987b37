import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { type Company, companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { TextField } from '../../parts/TextField.tsx'
import type { CompanyPerson, CompanyTeam } from './company-words.ts'

type TeamsProps = { company: Company; teams: readonly CompanyTeam[]; people: readonly CompanyPerson[] }

/** The company's teams. Those who don't manage people see them only if there are any. */
export function TeamsSection({ company, teams, people }: TeamsProps) {
  const i18n = useTexts()
  const [isAdding, setAdding] = useState(false)
  const isManager = mayInCompany(company, 'people.manage')
  if (teams.length === 0 && !isManager) return null
  return (
    <section aria-labelledby="teams">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="teams" className="text-h3">
          {i18n.t('Teams')}
        </h2>
        {isManager && (
          <Button size="compact" onClick={() => setAdding(true)}>
            <Icon of={Plus} size={16} />
            {i18n.t('Add team')}
          </Button>
        )}
      </div>
      {teams.length === 0 ? (
        <p className="mt-2 text-muted text-small">{i18n.t('Group people so they share a budget.')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {teams.map((team) => (
            <li key={team.id} className="flex min-h-12 items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 wrap-anywhere">
                {team.name}
                <span className="block text-muted text-small">
                  {i18n.t('{people, plural, one {# person} other {# people}}', {
                    people: people.filter(({ teamId }) => teamId === team.id).length,
                  })}
                </span>
              </span>
              {isManager && <TeamMenu team={team} />}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <TeamDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

function TeamMenu({ team }: { team: CompanyTeam }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Remove {name}?', { name: team.name }),
      text: i18n.t('Its people stay in the company.'),
      confirm: i18n.t('Remove team'),
      cancel: i18n.t('Keep team'),
      danger: true,
      onConfirm: async () => {
        await call(api.removeTeam, { params: { id: team.id } })
        await queryClient.invalidateQueries(companyQueries.people())
        showToast({ title: i18n.t('{name} removed', { name: team.name }) })
      },
    })
  return (
    <>
      <Menu
        label={i18n.t('Actions for {name}', { name: team.name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          { id: 'rename', label: i18n.t('Rename team'), icon: Pencil, onPress: () => setRenaming(true) },
          { id: 'remove', label: i18n.t('Remove team'), icon: Trash2, isBad: true, onPress: remove },
        ]}
      />
      {isRenaming && <TeamDialog team={team} onClose={() => setRenaming(false)} />}
    </>
  )
}

/** Adds a team, or renames one. */
function TeamDialog({ team, onClose }: { team?: CompanyTeam; onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(team?.name ?? '')
  const key = useRef(freshKey())
  const saving = useMutation({
    mutationFn: () =>
      team === undefined
        ? call(api.makeTeam, { body: { name: name.trim() }, idempotencyKey: key.current })
        : call(api.renameTeam, { params: { id: team.id }, body: { name: name.trim() } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(companyQueries.people())
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={team === undefined ? i18n.t('Add team') : i18n.t('Rename team')}>
      <Form
        onSubmit={() => saving.mutate()}
        check={() => missing({ name })}
        problem={saving.error}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={60}
          autoFocus
        />
        <DialogFoot onClose={onClose} isPending={saving.isPending}>
          {team === undefined ? i18n.t('Add team') : i18n.t('Rename team')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}
