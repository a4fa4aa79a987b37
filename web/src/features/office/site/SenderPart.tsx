import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../office-mutations.ts'
import { officeMoment } from '../times.ts'
import type { MailSender, OfficeSite } from './site.queries.ts'

/** The sender of mails, and the DNS records that its domain needs. */
export function SenderPart({ site: { mailSender: sender } }: { site: OfficeSite }) {
  const [address, setAddress] = useState(sender?.fromAddress ?? '')
  const save = useSave({
    save: () =>
      call(api.putMailSender, {
        body: { fromAddress: address.trim(), seenVersion: sender?.version ?? null },
      }),
    done: 'Saved',
  })

  return (
    <div className="grid max-w-[760px] gap-8">
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          fromAddress: address.trim() && !isEmail(address.trim()) ? EMAIL_INVALID : undefined,
        })}
        problem={save.error}
        className="grid max-w-[640px] gap-4"
      >
        <TextField
          label="From address"
          name="fromAddress"
          type="email"
          hint="If blank, mail comes from the installation’s address, under your name."
          value={address}
          onChange={setAddress}
          maxLength={320}
          autoComplete="off"
        />
        <div>
          <Button type="submit" look="primary" isPending={save.isPending}>
            Save
          </Button>
        </div>
      </Form>
      {sender && <Records sender={sender} />}
    </div>
  )
}

const NAMES = {
  spf: {
    title: 'SPF',
    text: 'Says which servers can send mail for the domain. If you have an SPF record, add to it: only one counts.',
  },
  dkim: {
    title: 'DKIM',
    text: 'The key that mail is signed with. Mail comes from this address once the record is found.',
  },
  dmarc: { title: 'DMARC', text: 'Says what receivers do with mail that fails both checks.' },
} as const
const STATES = {
  not_asked: <Tag>Not asked yet</Tag>,
  right: <Tag tone="good">Right</Tag>,
  missing: <Tag tone="bad">Missing</Tag>,
  different: <Tag tone="warn">Says something else</Tag>,
  unreachable: <Tag tone="wait">Could not ask</Tag>,
} as const

function Records({ sender }: { sender: MailSender }) {
  const check = useSave({ save: (idempotencyKey) => call(api.checkMailSender, { idempotencyKey }) })
  const isSilent = sender.records.some(({ state }) => state === 'unreachable')
  return (
    <section aria-labelledby="records">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="records" className="text-body">
          Records to set at the domain
        </h3>
        <Button size="compact" isPending={check.isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
      </div>
      <p role="status" className="mt-1 text-muted text-small">
        {sender.checkedAt ? `Asked ${officeMoment(sender.checkedAt)}. ` : ''}
        {sender.isUsed
          ? `Mail comes from ${sender.fromAddress}.`
          : 'Until the DKIM record is found, mail comes from the installation’s address.'}
      </p>
      {check.error && (
        <Note tone="bad" className="mt-3">
          {formError(check.error)}
        </Note>
      )}
      {isSilent && (
        <Note tone="warn" className="mt-3">
          The name server did not answer, so nothing is known of the records. Check again in a moment.
        </Note>
      )}
      <ul className="mt-4 border-line border-t">
        {sender.records.map(({ name, host, value, state, found }) => (
          <li key={name} className="grid gap-3 border-line border-b py-5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="font-semibold">{NAMES[name].title}</b>
              {STATES[state]}
              <span className="w-full text-muted text-small">{NAMES[name].text}</span>
            </div>
            <CopyField label={`${NAMES[name].title} name`} value={host} />
            <CopyField label={`${NAMES[name].title} text (TXT)`} value={value} />
            {state === 'different' && (
              <p className="wrap-anywhere text-small">
                <span className="text-muted">It says now: </span>
                {found}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
