import {
  CARD_MAIL_SUBJECT_MAX,
  cardMailSubject,
  cardMailSubjectProblem,
} from '@laurel/domain/card-mail-subject'
import { fieldErrors } from '../../../app/api-problem.ts'
import { Form } from '../../../parts/Form.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'
import { useSiteDraft } from './use-site-draft.ts'

const MAYA = { firstName: 'Maya', lastName: 'Okafor', amountCents: 5_000 }
const NOBODY = { ...MAYA, firstName: '', lastName: '' }

/** The mail that brings a digital card: what stands above it, and how long its link opens. */
export function CardMailPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const subject = String(draft.at('cardMailSubject'))
  const claimDays = Number(draft.at('claimWithinDays'))
  const remindDays = Number(draft.at('remindBeforeDays'))
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-8"
    >
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">The mail with the card</legend>
        <TextField
          label="Subject"
          name="cardMailSubject"
          hint="{first name}, {last name} and {amount} are filled in for each recipient."
          value={subject}
          onChange={(value) => draft.change('cardMailSubject', value)}
          maxLength={CARD_MAIL_SUBJECT_MAX}
          autoComplete="off"
          isRequired
          error={cardMailSubjectProblem(subject) ?? fieldErrors(draft.save.error).cardMailSubject}
        />
        <SubjectPreview subject={subject} from={site.name} />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">The link in it</legend>
        <NumberField
          label="Opens for, in days"
          name="claimWithinDays"
          hint="Of mails sent from now on. Links that are out keep their day."
          value={claimDays}
          onChange={(value) => draft.change('claimWithinDays', value)}
          minValue={0}
          maxValue={3_650}
        />
        <NumberField
          label="Remind before it ends, in days"
          name="remindBeforeDays"
          hint={
            remindDays === 0
              ? 'At 0 nobody is reminded.'
              : 'Whoever has not looked at the number gets one reminder. At 0 nobody is reminded.'
          }
          value={remindDays}
          onChange={(value) => draft.change('remindBeforeDays', value)}
          minValue={0}
          maxValue={365}
        />
      </fieldset>
      <SaveBar draft={draft} />
    </Form>
  )
}

/** As two recipients read it in their mailbox: one with a name, one without. */
function SubjectPreview({ subject, from }: { subject: string; from: string }) {
  return (
    <section aria-labelledby="subject-preview">
      <h3 id="subject-preview" className="mb-2 font-medium text-label">
        In a mailbox
      </h3>
      <ul className="rounded-control border border-line">
        {[
          { who: 'Maya Okafor, $50', recipient: MAYA },
          { who: 'Somebody without a name, $50', recipient: NOBODY },
        ].map(({ who, recipient }) => (
          <li key={who} className="grid gap-0.5 border-line px-4 py-3 not-first:border-t">
            <span className="text-muted text-small">To {who}</span>
            <span className="wrap-anywhere">
              <b className="font-semibold">{from}</b> {cardMailSubject(subject, recipient)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
