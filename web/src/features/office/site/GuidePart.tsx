import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { SaveBar, useSiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

/** Who answers customers’ conversations. */
export function GuidePart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const { availableModel } = site
  if (availableModel === null) {
    return (
      <Note tone="info" className="max-w-[640px]">
        The guide answers customers with fixed answers. To let a language model answer, ask your operator to
        set AI_PROVIDER and AI_MODEL.
      </Note>
    )
  }
  const { service, model } = availableModel
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-6"
    >
      <div className="grid gap-1">
        <Checkbox
          isSelected={draft.at('connectedModel') === true}
          onChange={(isOn) => draft.change('connectedModel', isOn)}
        >
          Let {model} answer customers
        </Checkbox>
        <p className="ps-8 text-muted text-small">
          If it’s off, fails, or reaches the day’s limit, the guide answers.
        </p>
      </div>
      <div className="grid gap-3 text-small">
        <p>
          {service ?? 'Your own model server'} gets what customers write in the guide, and what’s needed to
          answer: order numbers, statuses, prices, dates, budgets, and the names of lists, recipients, and
          colleagues.
        </p>
        <p>
          It doesn’t get addresses, phone numbers, card numbers, links to cards, or payment details. It gets a
          recipient’s email and city only if the customer’s message names that person.
        </p>
        <p>
          Customers see its name before they write. It can’t pay, send, or change anything without their
          click.
        </p>
      </div>
      <SaveBar draft={draft} />
    </Form>
  )
}
