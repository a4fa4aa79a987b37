import { api } from '@laurel/contract/routes'
import { MAX_APPROVAL_STEPS } from '@laurel/domain/approval-rules'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../../app/api-problem.ts'
import type { ApprovalRule } from '../../../app/approval.queries.ts'
import { call, freshKey } from '../../../app/call.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { DialogFoot } from '../../../parts/DialogFoot.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { Note } from '../../../parts/Note.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { ConditionFields, StepFields } from './RuleFields.tsx'
import {
  type ConditionDraft,
  conditionOf,
  draftErrors,
  draftOf,
  KIND_LABELS,
  kindsToAdd,
  newCondition,
  newStep,
  type RuleDraft,
  ruleOf,
  STEPS_LABEL,
  type StepDraft,
  stepOf,
  unfinishedWords,
} from './rule-draft.ts'
import { escalationSentences, type RuleWorld, ruleSentence } from './rule-words.ts'

const NAME_MAX = 60

type RuleDialogProps = {
  /** Null is a new one. */
  rule: ApprovalRule | null
  world: RuleWorld
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Edits a rule, and says in a sentence what it means, or what is missing. */
export function RuleDialog({ rule, world, onSaved, onClose }: RuleDialogProps) {
  const i18n = useTexts()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () => {
      const { name, conditions, steps } = ruleOf(draft)
      const body = { name, conditions: [...conditions], steps: [...steps] } as never
      return rule
        ? call(api.changeApprovalRule, { params: { id: rule.id }, body })
        : call(api.makeApprovalRule, { body, idempotencyKey: key.current })
    },
    onSuccess: async () => {
      await onSaved()
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  const { conditions, steps } = draft
  const kinds = kindsToAdd({ teams: world.teams.length > 0, fields: world.fields.length > 0 }, conditions)
  const change = (next: ConditionDraft) =>
    setDraft({ ...draft, conditions: conditions.map((one) => (one.key === next.key ? next : one)) })
  const changeStep = (next: StepDraft) =>
    setDraft({ ...draft, steps: steps.map((one) => (one.key === next.key ? next : one)) })

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={rule ? i18n.t('Edit rule') : i18n.t('Add rule')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({ ...missing({ name: draft.name }), ...draftErrors(draft) })}
        problem={save.error}
        errorsOf={errorsOf}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            {errors.rule && <Note tone="bad">{errors.rule}</Note>}
            <TextField
              label={i18n.t('Name')}
              name="name"
              placeholder={i18n.t('Large orders')}
              value={draft.name}
              onChange={(name) => setDraft({ ...draft, name })}
              maxLength={NAME_MAX}
              autoComplete="off"
              autoFocus
            />
            <section aria-label={i18n.t('When')} className="grid gap-3">
              <h3 className="text-label">
                {conditions.length > 1 ? i18n.t('When all of this is true') : i18n.t('When')}
              </h3>
              {conditions.length === 0 && (
                <p className="text-muted">{i18n.t('Always: every order needs approval.')}</p>
              )}
              {conditions.map((one) => (
                <ConditionFields
                  key={one.key}
                  draft={one}
                  world={world}
                  error={conditionOf(one) ? undefined : errors[`condition-${one.key}`]}
                  onChange={change}
                  onRemove={() =>
                    setDraft({ ...draft, conditions: conditions.filter(({ key }) => key !== one.key) })
                  }
                />
              ))}
              {kinds.length > 0 && (
                <div>
                  <Menu
                    label={i18n.t('Add condition')}
                    button={
                      <>
                        <Icon of={Plus} size={16} />
                        {i18n.t('Add condition')}
                      </>
                    }
                    buttonClassName={buttonClass('outlined', 'compact')}
                    entries={kinds.map((kind) => ({
                      id: kind,
                      label: KIND_LABELS[kind],
                      onPress: () => setDraft({ ...draft, conditions: [...conditions, newCondition(kind)] }),
                    }))}
                  />
                </div>
              )}
            </section>
            <section aria-label={STEPS_LABEL} className="grid gap-3">
              <h3 className="text-label">{STEPS_LABEL}</h3>
              {steps.map((one, index) => (
                <StepFields
                  key={one.key}
                  draft={one}
                  title={
                    steps.length === 1
                      ? i18n.t('Approved by')
                      : i18n.t('Step {number}', { number: index + 1 })
                  }
                  world={world}
                  error={stepOf(one) ? undefined : errors[`step-${one.key}`]}
                  onChange={changeStep}
                  onRemove={
                    steps.length === 1
                      ? undefined
                      : () => setDraft({ ...draft, steps: steps.filter(({ key }) => key !== one.key) })
                  }
                />
              ))}
              {steps.length < MAX_APPROVAL_STEPS && (
                <Button
                  size="compact"
                  className="justify-self-start"
                  onClick={() => setDraft({ ...draft, steps: [...steps, newStep()] })}
                >
                  <Icon of={Plus} size={16} />
                  {i18n.t('Add step')}
                </Button>
              )}
            </section>
            <Preview draft={draft} world={world} />
            <DialogFoot onClose={onClose} isPending={save.isPending}>
              {rule ? i18n.t('Save rule') : i18n.t('Add rule')}
            </DialogFoot>
          </>
        )}
      </Form>
    </Modal>
  )
}

function Preview({ draft, world }: { draft: RuleDraft; world: RuleWorld }) {
  const i18n = useTexts()
  const rule = ruleOf(draft)
  const unfinished = unfinishedWords(draft)
  return (
    <output
      aria-label={i18n.t('This rule in words')}
      className="wrap-anywhere block rounded-control bg-accent-tint px-4 py-3.5"
    >
      {unfinished ?? ruleSentence(rule, world)}
      {!unfinished &&
        escalationSentences(rule.steps, world).map((sentence) => (
          <span key={sentence} className="block text-small">
            {sentence}
          </span>
        ))}
    </output>
  )
}

/** The server names the part in the list (`steps.0.in`); all of them are said above the fields. */
function errorsOf(problem: unknown): Record<string, string> {
  const { name, ...others } = fieldErrors(problem)
  const sentences = [...new Set(Object.values(others))]
  return {
    ...(name !== undefined && { name }),
    ...(sentences.length > 0 && { rule: sentences.join(' ') }),
  }
}
