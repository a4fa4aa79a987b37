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
          hint="If blank, we send from the installation’s address, under your name."
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
    text: 'Lists the servers that can send email for your domain. If you already have an SPF record, add to it. A domain can have only one.',
  },
  dkim: {
    title: 'DKIM',
    text: 'Signs your email. We send from this address once we find the record.',
  },
  dmarc: { title: 'DMARC', text: 'Tells mail servers what to do with email that fails both checks.' },
} as const
const STATES = {
  not_asked: <Tag>Not checked yet</Tag>,
  right: <Tag tone="good">Correct</Tag>,
  missing: <Tag tone="bad">Missing</Tag>,
  different: <Tag tone="warn">Incorrect</Tag>,
  unreachable: <Tag tone="wait">Couldn’t check</Tag>,
} as const

function Records({ sender }: { sender: MailSender }) {
  const check = useSave({ save: (idempotencyKey) => call(api.checkMailSender, { idempotencyKey }) })
  const isSilent = sender.records.some(({ state }) => state === 'unreachable')
  return (
    <section aria-labelledby="records">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="records" className="text-body">
          DNS records
        </h3>
        <Button size="compact" isPending={check.isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
      </div>
      <p role="status" className="mt-1 text-muted text-small">
        {sender.checkedAt ? `Checked ${officeMoment(sender.checkedAt)}. ` : ''}
        {sender.isUsed
          ? `We send email from ${sender.fromAddress}.`
          : 'Until we find the DKIM record, we send from the installation’s address.'}
      </p>
      {check.error && (
        <Note tone="bad" className="mt-3">
          {formError(check.error)}
        </Note>
      )}
      {isSilent && (
        <Note tone="warn" className="mt-3">
          We couldn’t reach the name server. Check again in a moment.
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
                <span className="text-muted">Current value: </span>
                {found}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
