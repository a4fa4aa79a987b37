import { api } from '@laurel/contract/routes'
import { MAX_APPROVAL_RULES } from '@laurel/domain/approval-rules'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CirclePause, CirclePlay, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { type ApprovalRule, approvalQueries } from '../../../app/approval.queries.ts'
import { call } from '../../../app/call.ts'
import { companyQueries } from '../../../app/company.queries.ts'
import { openModal } from '../../../app/modal-store.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../../parts/Menu.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Section } from '../../../parts/Section.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { escalationSentences, type RuleWorld, ruleSentence } from './rule-words.ts'

/** Which orders need approval, and from whom. */
export function RulesSection() {
  const i18n = useTexts()
  const { data: rules } = useSuspenseQuery(approvalQueries.rules())
  const { people, roles, teams } = useSuspenseQuery(companyQueries.people()).data
  const { data: fields } = useSuspenseQuery(companyQueries.orderFields())
  const world = { people, roles, teams, fields }
  /** The rule that is open in the dialog: null is a new one. */
  const [edited, setEdited] = useState<ApprovalRule | null>()
  const refresh = useRefreshRules()
  const change = useMutation({
    mutationFn: ({ id, ...body }: Change) => call(api.changeApprovalRule, { params: { id }, body }),
    onSettled: refresh,
  })

  return (
    <Section
      id="approval-rules"
      title={i18n.t('Approval rules')}
      text={i18n.t(
        'Choose which orders need approval before they’re paid, and who approves them. People never approve their own orders.',
      )}
    >
      {change.error && (
        <Note tone="bad" className="mb-4">
          {formError(change.error)}
        </Note>
      )}
      {rules.length === 0 && (
        <p className="mb-5 text-muted">{i18n.t('No rules yet: orders are paid without approval.')}</p>
      )}
      {rules.length > 0 && (
        <ul className="mb-5 border-line border-t">
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              world={world}
              entries={[
                { id: 'edit', label: i18n.t('Edit rule'), icon: Pencil, onPress: () => setEdited(rule) },
                {
                  id: 'turn',
                  label: rule.isOn ? i18n.t('Turn off') : i18n.t('Turn on'),
                  icon: rule.isOn ? CirclePause : CirclePlay,
                  onPress: () => change.mutate({ id: rule.id, isOn: !rule.isOn }),
                },
                ...moves(rule, index, rules.length, change.mutate),
                {
                  id: 'remove',
                  label: i18n.t('Remove rule'),
                  icon: Trash2,
                  isBad: true,
                  onPress: () => askToRemove(rule, refresh),
                },
              ]}
            />
          ))}
        </ul>
      )}
      {rules.length >= MAX_APPROVAL_RULES ? (
        <p className="text-muted text-small">
          {i18n.t('A company can have up to {max} rules.', { max: MAX_APPROVAL_RULES })}
        </p>
      ) : (
        <Button onClick={() => setEdited(null)}>
          <Icon of={Plus} size={18} />
          {i18n.t('Add rule')}
        </Button>
      )}
      {edited !== undefined && (
        <RuleDialog rule={edited} world={world} onSaved={refresh} onClose={() => setEdited(undefined)} />
      )}
    </Section>
  )
}

type RuleRowProps = { rule: ApprovalRule; world: RuleWorld; entries: MenuEntry[] }

function RuleRow({ rule, world, entries }: RuleRowProps) {
  const i18n = useTexts()

  return (
    <li className="flex items-center gap-3 border-line border-b py-3">
      <div className={`wrap-anywhere min-w-0 flex-1 ${rule.isOn ? '' : 'text-muted'}`}>
        <p>{ruleSentence(rule, world)}</p>
        <p className="text-muted text-small">
          {[rule.name, ...escalationSentences(rule.steps, world)].join('. ').replace(/\.\.$/, '.')}
        </p>
      </div>
      {!rule.isOn && <Tag>{i18n.t('Off')}</Tag>}
      <Menu
        label={i18n.t('Actions for {name}', { name: rule.name })}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={entries}
      />
    </li>
  )
}

type Change = { id: number; position?: number; isOn?: boolean }

function moves({ id }: ApprovalRule, index: number, count: number, move: (to: Change) => void): MenuEntry[] {
  const i18n = pageTexts()

  const up: MenuEntry = {
    id: 'up',
    label: i18n.t('Move up'),
    icon: ArrowUp,
    onPress: () => move({ id, position: index - 1 }),
  }
  const down: MenuEntry = {
    id: 'down',
    label: i18n.t('Move down'),
    icon: ArrowDown,
    onPress: () => move({ id, position: index + 1 }),
  }
  return [...(index > 0 ? [up] : []), ...(index < count - 1 ? [down] : [])]
}

function useRefreshRules() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries(approvalQueries.rules())
    // Whether the company has any, and what the cart needs.
    void queryClient.invalidateQueries(companyQueries.mine())
    void queryClient.invalidateQueries(companyQueries.people())
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
  }
}

function askToRemove({ id, name }: ApprovalRule, refresh: () => Promise<void>): void {
  const i18n = pageTexts()

  openModal('confirm-dialog', {
    title: i18n.t('Remove {name}?', { name }),
    text: i18n.t('New orders won’t need this approval. Open requests still do.'),
    confirm: i18n.t('Remove rule'),
    cancel: i18n.t('Keep rule'),
    danger: true,
    onConfirm: async () => {
      await call(api.removeApprovalRule, { params: { id } })
      await refresh()
      showToast({ title: i18n.t('{name} removed', { name }) })
    },
  })
}
