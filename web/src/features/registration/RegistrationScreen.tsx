import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../app/call.ts'
import { useCompanies } from '../../app/company.queries.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { useSite } from '../../app/site.ts'
import { pageLanguage, useTexts } from '../../app/texts.ts'
import { useToastStore } from '../../app/toast-store.ts'
import { useZipWarning, ZipWarning } from '../../parts/address/StateAndZip.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import {
  BusinessFields,
  draftOf,
  OrderFields,
  type ProfileDraft,
  ProfilePersonFields,
  profileErrors,
  tidyProfile,
} from '../../parts/ProfileFields.tsx'

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_minmax(0,640px)] gap-x-12 gap-y-5 mid:grid-cols-1'

/** The eleven fields that an order needs. docs/spec.md §3, §5. */
export function RegistrationScreen({ onComplete }: { onComplete: () => void }) {
  const i18n = useTexts()
  const site = useSite()
  const queryClient = useQueryClient()
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const { company } = useCompanies()
  const [draft, setDraft] = useState<ProfileDraft>(() => {
    const known = draftOf(customer)
    // People who were invited are in a company before they register.
    return { ...known, legalBusinessName: known.legalBusinessName || (company?.name ?? '') }
  })
  const entry = {
    draft,
    change: (field: keyof ProfileDraft, value: string) =>
      setDraft((before) => ({ ...before, [field]: value })),
  }

  const saving = useMutation({
    mutationFn: (body: ProfileDraft) =>
      call(api.putCustomer, { body: { ...body, language: pageLanguage() } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(customerQueries.me().queryKey, saved)
      onComplete()
    },
  })

  const warning = useZipWarning(draft.businessZip, draft.businessState)

  function check() {
    const errors = profileErrors(draft)
    // On a phone a toast left over from the sign-up would cover the field that gets the focus.
    if (Object.keys(errors).length > 0) useToastStore.setState({ toasts: [] })
    return errors
  }

  function save() {
    if (!warning.stops()) saving.mutate(tidyProfile(draft))
  }

  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1>{i18n.t('Before your first order')}</h1>
      <p className="mt-2 max-w-[60ch] text-muted">
        {i18n.t(
          'Card regulations require us to verify who places orders. You only need to do this once. Signed in as {email}.',
          { email: customer.email },
        )}
      </p>
      <Form onSubmit={save} check={check} problem={saving.error} className="mt-8 grid">
        <Group title={i18n.t('You')} text={i18n.t('Who we contact about orders.')}>
          <ProfilePersonFields entry={entry} />
        </Group>
        <Group
          title={i18n.t('Your business')}
          text={i18n.t('As shown on your tax documents. We print it on receipts too.')}
        >
          <BusinessFields entry={entry} keptTaxNumber={customer.taxNumber} />
        </Group>
        <Group
          title={i18n.t('About your orders')}
          text={i18n.t('This helps {shortName} support you.', { shortName: site.shortName })}
        >
          <OrderFields entry={entry} />
        </Group>
        <div className={`${COLUMNS} border-line border-t pt-8`}>
          {warning.text && (
            <div className="col-start-2 mid:col-start-1">
              <ZipWarning warning={warning} />
            </div>
          )}
          <div className="col-start-2 flex flex-wrap items-center gap-x-6 gap-y-3 mid:col-start-1 narrow:grid">
            <Button look="primary" size="big" type="submit" isPending={saving.isPending}>
              {i18n.t('Save and continue')}
            </Button>
            <p className="text-muted text-small">
              {i18n.t('You can change this later on your account page.')}
            </p>
          </div>
        </div>
      </Form>
    </div>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className={`${COLUMNS} min-w-0 border-line border-t py-8`}>
      <legend className="sr-only">{title}</legend>
      <div>
        <h2 className="text-h3">{title}</h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      <div className="grid content-start gap-4">{children}</div>
    </fieldset>
  )
}
