import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../app/call.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import {
  type Customer,
  draftOf,
  type ProfileDraft,
  profileErrors,
  tidyProfile,
} from '../../parts/profile/profile-draft.ts'
import type { ProfileEntry } from '../../parts/profile/profile-entry.ts'
import { Section } from '../../parts/Section.tsx'
import { Spinner } from '../../parts/Spinner.tsx'

type ProfileSectionProps = {
  title: string
  text: string
  /** What this section changes, and nothing else. */
  fields: readonly (keyof ProfileDraft)[]
  facts: (customer: Customer) => Fact[]
  form: (entry: ProfileEntry, customer: Customer) => ReactNode
}

export type Fact = { label: string; value: ReactNode }

/** Part of the profile: read at rest, changed in place. */
export function ProfileSection({ title, text, fields, facts, form }: ProfileSectionProps) {
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const [isEdited, setEdited] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => setEdited(false))
    changeButton.current?.focus()
  }

  return (
    <Section title={title} text={text}>
      {isEdited ? (
        <Suspense fallback={<Spinner className="py-12" />}>
          <ProfileForm customer={customer} fields={fields} form={form} onClose={close} />
        </Suspense>
      ) : (
        <>
          <dl className="grid gap-4">
            {facts(customer).map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[200px_1fr] gap-x-4 narrow:grid-cols-1">
                <dt className="text-muted">{label}</dt>
                <dd className="min-w-0 break-words">
                  {value || <span className="text-muted">Not given</span>}
                </dd>
              </div>
            ))}
          </dl>
          <Button
            ref={changeButton}
            className="mt-6"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={() => setEdited(true)}
          >
            Change
          </Button>
        </>
      )}
    </Section>
  )
}

type ProfileFormProps = Pick<ProfileSectionProps, 'fields' | 'form'> & {
  customer: Customer
  onClose: () => void
}

function ProfileForm({ customer, fields, form, onClose }: ProfileFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(customer))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useMutation({
    mutationFn: (body: Partial<ProfileDraft>) => call(api.patchCustomer, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(customerQueries.me().queryKey, saved)
      showToast({ title: 'Saved' })
      onClose()
    },
  })

  function save() {
    const found = profileErrors(draft, fields)
    setErrors(found)
    saving.reset()
    if (Object.keys(found).length > 0) return
    const tidy = tidyProfile(draft)
    saving.mutate(Object.fromEntries(fields.map((field) => [field, tidy[field]])))
  }

  return (
    <Form onSubmit={save} problem={saving.error} errors={errors}>
      {form(
        { draft, change: (field, value) => setDraft((before) => ({ ...before, [field]: value })) },
        customer,
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={saving.isPending}>
          Save
        </Button>
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
