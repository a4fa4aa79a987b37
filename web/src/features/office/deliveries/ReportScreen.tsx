import { api } from '@laurel/contract/routes'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call } from '../../../app/call.ts'
import { BackLink, Button, LinkButton } from '../../../parts/Button.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { ScreenHead } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'

const WAYS = [
  { value: 'report', label: 'Delivery reports' },
  { value: 'addresses', label: 'Addresses' },
] as const
type Way = (typeof WAYS)[number]['value']

const MOST_CHARACTERS = 2_000_000
const MOST_ADDRESSES = 1_000
const NEEDED = 'This field is required'

/** Takes bounce messages or addresses, and shows the result for each. */
export function ReportScreen() {
  const may = useMay()
  return (
    <>
      <BackLink to="/office/deliveries" search={{}}>
        Deliveries
      </BackLink>
      <ScreenHead
        title="Bounced email"
        text="We record most bounces automatically. Add bounce messages that arrive in the sender’s mailbox here."
      />
      {may('deliveries.work') ? (
        <Report />
      ) : (
        <p>Your role can’t submit reports. Ask a colleague in fulfillment.</p>
      )}
    </>
  )
}

function Report() {
  const [way, setWay] = useState<Way>('report')
  const [report, setReport] = useState('')
  const [addresses, setAddresses] = useState('')
  const [fileError, setFileError] = useState<string>()
  const save = useSave({
    save: (idempotencyKey) =>
      call(api.reportDeliveries, {
        body: way === 'report' ? { report } : { addresses: linesOf(addresses) },
        idempotencyKey,
      }),
  })

  async function take(file: File) {
    const isTooLarge = file.size > MOST_CHARACTERS
    setFileError(isTooLarge ? 'That file is larger than 2 MB. Split it and try again.' : undefined)
    if (!isTooLarge) setReport(await file.text())
  }

  return (
    <div className="grid max-w-[760px] gap-8">
      <div className="grid gap-5">
        <div>
          <Segment
            label="What to report"
            options={WAYS}
            value={way}
            onChange={(next) => {
              setWay(next)
              save.reset()
            }}
          />
        </div>
        <Form
          key={way}
          onSubmit={() => save.mutate()}
          check={() => problemsOf(way, report, addresses)}
          problem={save.error}
        >
          {way === 'report' ? (
            <>
              <FileDrop
                label="Choose a file"
                hint="One email (.eml) or a mailbox (.mbox), up to 2 MB."
                accept={['.eml', '.mbox', '.txt', 'message/rfc822', 'text/plain']}
                onFile={(file) => void take(file)}
                error={fileError}
              />
              <TextArea
                label="Or paste the message"
                name="report"
                hint="Include all headers. In your mail app, choose “Show original” or “View source”."
                value={report}
                onChange={setReport}
                rows={10}
              />
            </>
          ) : (
            <TextArea
              label="Bounced addresses"
              name="addresses"
              hint="One per line. Unopened cards sent to them are marked as bounced."
              value={addresses}
              onChange={setAddresses}
              rows={8}
            />
          )}
          <div>
            <Button type="submit" look="primary" isPending={save.isPending}>
              {way === 'report' ? 'Check report' : 'Mark as bounced'}
            </Button>
          </div>
        </Form>
      </div>
      <div role="status">{save.data && <ReportLines told={save.data} />}</div>
    </div>
  )
}

function problemsOf(way: Way, report: string, addresses: string): Record<string, string> {
  if (way === 'report') {
    if (report.trim() === '') return { report: NEEDED }
    return report.length > MOST_CHARACTERS ? { report: 'Use at most 2 million characters.' } : {}
  }
  const { length } = linesOf(addresses)
  if (length === 0) return { addresses: NEEDED }
  return length > MOST_ADDRESSES ? { addresses: 'Enter at most 1,000 addresses at a time.' } : {}
}

function linesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

type Told = AnswerOf<'reportDeliveries'>
type Line = Told['lines'][number]

const OUTCOMES: Readonly<Record<Line['outcome'], { word: string; tone: TagTone }>> = {
  bounced: { word: 'Bounced', tone: 'warn' },
  unchanged: { word: 'Unchanged', tone: 'plain' },
  not_found: { word: 'Not found', tone: 'plain' },
  unreadable: { word: 'Unreadable', tone: 'bad' },
}

/** The result for each message or address. */
function ReportLines({ told: { bounced, lines } }: { told: Told }) {
  return (
    <section aria-labelledby="outcome">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="outcome" className="text-h3">
          {bounced === 0
            ? 'No card bounced'
            : bounced === 1
              ? '1 card marked as bounced'
              : `${bounced} cards marked as bounced`}
        </h2>
        {bounced > 0 && (
          <LinkButton to="/office/deliveries" search={{}} size="compact">
            Show what needs attention
          </LinkButton>
        )}
      </div>
      <ul className="mt-4 border-line border-t">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may occur twice; the list never reorders
          <li key={index} className="grid gap-1 border-line border-b py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="wrap-anywhere min-w-0 font-semibold">{line.about}</b>
              <Tag tone={OUTCOMES[line.outcome].tone}>{OUTCOMES[line.outcome].word}</Tag>
            </p>
            <p className="text-muted text-small">{line.words}</p>
            {line.deliveries.length > 0 && (
              <ul className="flex flex-wrap gap-x-4">
                {line.deliveries.map(({ id, orderNumber, firstName, lastName }) => (
                  <li key={id}>
                    <Link
                      to="/office/deliveries/$id"
                      params={{ id: String(id) }}
                      className="inline-flex min-h-9 items-center text-accent-text text-small underline"
                    >
                      {`${firstName} ${lastName}`.trim() || 'No name'}, order {orderNumber}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
