import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { useCompanies, useMayOrder } from '../app/company.queries.ts'
import { savedDesignsQuery, throwDesignProblem } from '../app/saved-designs.queries.ts'
import { useTexts } from '../app/texts.ts'
import { showToast } from '../app/toast-store.ts'
import { Button } from './Button.tsx'
import { Form } from './Form.tsx'
import { Icon } from './Icon.tsx'
import { Modal } from './Modal.tsx'
import { NameField, nameErrors } from './NameField.tsx'
import { Select } from './Select.tsx'

type SaveDesignProps = {
  /** What the card is called. */
  name?: string
  /** Completes the card on the server. @returns its ID */
  cardItemId: () => Promise<number>
  look?: 'outlined' | 'link'
}

/** Saves a card's design for the company, or replaces a saved one. Hidden from those who can't place orders. */
export function SaveDesign({ name, cardItemId, look = 'outlined' }: SaveDesignProps) {
  const i18n = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (!useMayOrder()) return null
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        <Icon of={Bookmark} size={18} />
        {i18n.t('Save design')}
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={i18n.t('Save this design')}>
        <SaveForm name={name} cardItemId={cardItemId} onSaved={() => setOpen(false)} />
      </Modal>
    </>
  )
}

type SaveFormProps = Pick<SaveDesignProps, 'name' | 'cardItemId'> & { onSaved: () => void }

const NEW = 'new'

function SaveForm({ name: before = '', cardItemId, onSaved }: SaveFormProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { company } = useCompanies()
  const { data: designs = [] } = useQuery(savedDesignsQuery())
  const [name, setName] = useState(before)
  const [target, setTarget] = useState<string>(NEW)
  const replaceable = designs.filter(({ shared }) => shared.canChange)
  const replaced = replaceable.find(({ id }) => String(id) === target)

  const save = useMutation({
    mutationFn: async () => {
      const id = await cardItemId()
      if (replaced === undefined) {
        return call(api.createSavedDesign, { body: { cardItemId: id, name: name.trim() } })
      }
      const body = { cardItemId: id, seenUpdatedAt: replaced.updatedAt }
      return call(api.patchSavedDesign, { params: { id: replaced.id }, body }).catch(throwDesignProblem)
    },
    onSuccess: (saved) => {
      onSaved()
      const title = replaced
        ? i18n.t('“{name}” was updated', { name: saved.name })
        : i18n.t('“{name}” was saved', { name: saved.name })
      showToast({ title, text: i18n.t('Choose it under Design a card.') })
    },
    onSettled: () => queryClient.invalidateQueries(savedDesignsQuery()),
  })

  return (
    <Form
      onSubmit={save.mutate}
      check={() => (replaced ? {} : nameErrors('design', name))}
      problem={save.error}
      className="mt-4 grid gap-4"
    >
      <p className="text-muted">
        {company && company.peopleCount > 1
          ? i18n.t('Everyone in {name} who can place orders can start cards with it.', { name: company.name })
          : i18n.t('Start your next cards with it.')}{' '}
        {i18n.t('It includes the message, but no recipients or values.')}
      </p>
      {replaceable.length > 0 && (
        <Select
          label={i18n.t('Save as')}
          value={target}
          onChange={(next) => setTarget(next ?? NEW)}
          options={[
            { value: NEW, label: i18n.t('A new design') },
            ...replaceable.map((one) => ({
              value: String(one.id),
              label: i18n.t('Replace “{name}”', { name: one.name }),
            })),
          ]}
        />
      )}
      {replaced === undefined && <NameField of="design" value={name} onChange={setName} />}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={save.isPending}>
          {replaced ? i18n.t('Update design') : i18n.t('Save design')}
        </Button>
      </div>
    </Form>
  )
}
