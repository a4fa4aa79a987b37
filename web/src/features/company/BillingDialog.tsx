import { api } from '@laurel/contract/routes'
import { ATTENTION_MAX, billingProblems, tidyBilling } from '@laurel/domain/company-billing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type AnswerOf, call } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { useZipWarning, ZipWarning } from '../../parts/address/StateAndZip.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { BusinessAddressFields } from '../../parts/ProfileFields.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { TextField } from '../../parts/TextField.tsx'

type BillingDialogProps = { billing: AnswerOf<'getCompanyBilling'>; onClose: () => void }

export function BillingDialog(props: BillingDialogProps) {
  const i18n = useTexts()

  return (
    <Modal isOpen onClose={props.onClose} title={i18n.t('Change billing details')} isDismissable={false}>
      <Suspense fallback={<Spinner className="py-12" />}>
        <BillingForm {...props} />
      </Suspense>
    </Modal>
  )
}

function BillingForm({ billing, onClose }: BillingDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { fromProfileOf: _, ...saved } = billing
  const [draft, setDraft] = useState(saved)
  const warning = useZipWarning(draft.businessZip, draft.businessState)
  const change = (field: keyof typeof draft, value: string) =>
    setDraft((before) => ({ ...before, [field]: value }))
  const saving = useMutation({
    mutationFn: () => call(api.putCompanyBilling, { body: tidyBilling(draft) }),
    onSuccess: (after) => {
      queryClient.setQueryData(companyQueries.billing().queryKey, after)
      showToast({ title: i18n.t('Billing details saved') })
      onClose()
    },
  })
  return (
    <Form
      onSubmit={() => {
        if (!warning.stops()) saving.mutate()
      }}
      check={() =>
        Object.fromEntries(billingProblems(tidyBilling(draft)).map(({ field, message }) => [field, message]))
      }
      problem={saving.error}
      className="mt-4 grid gap-4"
    >
      <ZipWarning warning={warning} />
      <BusinessAddressFields
        entry={{ draft, change }}
        afterName={
          <TextField
            label={i18n.t('Attention (optional)')}
            name="attention"
            hint={i18n.t('A person or department, such as Accounts payable.')}
            value={draft.attention}
            onChange={(value) => change('attention', value)}
            maxLength={ATTENTION_MAX}
            autoComplete="off"
          />
        }
      />
      <TextField
        label={i18n.t('Email for invoices (optional)')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint={i18n.t('Gets a copy of each invoice and receipt, and reminders of open invoices.')}
        value={draft.email}
        onChange={(value) => change('email', value)}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button look="primary" type="submit" isPending={saving.isPending}>
          {i18n.t('Save billing details')}
        </Button>
      </div>
    </Form>
  )
}
