import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { refreshBalance } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'

/** Chooses below which amount people hear of a low balance. */
export function LowBalanceDialog({ cents, onClose }: { cents: number | null; onClose: () => void }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(cents)
  const saving = useMutation({
    mutationFn: () => call(api.setLowBalance, { body: { lowBalanceCents: typed || null } }),
    onSuccess: async () => {
      await refreshBalance(queryClient)
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Low-balance alert')} isDismissable={false}>
      <Form onSubmit={() => saving.mutate()} problem={saving.error} className="mt-4 grid gap-5">
        <MoneyField
          label={i18n.t('Alert when the balance is below (optional)')}
          name="lowBalanceCents"
          cents={typed}
          onChangeCents={setTyped}
          hint={i18n.t(
            'Everyone who can see the balance gets a notification. Each person chooses in their settings whether to get an email, too.',
          )}
          autoFocus
        />
        <DialogFoot onClose={onClose} isPending={saving.isPending}>
          {i18n.t('Save alert')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}
