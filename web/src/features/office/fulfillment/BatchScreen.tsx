import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { useTitle } from '../../../app/shell/navigation.tsx'
import { BackLink, Button, LinkButton } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ChangedNote, Facts, OneOfMany, Panel, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useMay, useMe } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { byWords } from '../office-words.ts'
import { officeMoment } from '../times.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchFiles } from './BatchFiles.tsx'
import { BatchLetters } from './BatchLetters.tsx'
import { BATCH_STATES, contentWords, ordersOf } from './batch-words.ts'
import { BatchProgress } from './FulfillmentScreen.tsx'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'
import type { CarrierName } from './LetterRows.tsx'

/** One batch, from its files to the carrier. */
export function BatchScreen({ id }: { id: number }) {
  const read = useQuery(fulfillmentQueries.batch(id))
  useTitle(read.data && `Batch ${read.data.number}`)
  return (
    <>
      <BackLink to="/office/fulfillment" search={{ show: 'batches' }}>
        Batches
      </BackLink>
      <OneOfMany
        name="batch"
        read={read}
        all={
          <LinkButton to="/office/fulfillment" search={{ show: 'batches' }}>
            All batches
          </LinkButton>
        }
      >
        {(batch) => <Whole batch={batch} />}
      </OneOfMany>
    </>
  )
}

function Whole({ batch }: { batch: Batch }) {
  const may = useMay()
  const [isChanged, setChanged] = useState(false)
  const tellChanged = () => setChanged(true)
  const { word, tone } = BATCH_STATES[batch.status]
  const isOpen = batch.status === 'ready' || batch.status === 'printed'
  return (
    <>
      <ScreenHead
        title={`Batch ${batch.number}`}
        beside={<Tag tone={tone}>{word}</Tag>}
        text={contentWords(batch.kind, batch.deliveryCount, batch.cardCount)}
      >
        {may('deliveries.work') && <BatchActions batch={batch} onChanged={tellChanged} />}
      </ScreenHead>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-6">
          This batch has changed since you opened it, so we didn’t save your change. Check its current state
          before you try again.
        </ChangedNote>
      )}
      {batch.problem && (
        <Note tone={batch.status === 'failed' ? 'bad' : 'warn'} className="mb-6">
          {batch.problem}
        </Note>
      )}
      <BatchProgress batch={batch} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <BatchLetters batch={batch} onChanged={tellChanged} />
        <div className="grid grid-cols-1 content-start gap-9 mid:order-first">
          {may('deliveries.work') && batch.files.length > 0 && (
            <BatchFiles batch={batch} onChanged={tellChanged} />
          )}
          {may('deliveries.work') && isOpen && <LabelsPanel batch={batch} onChanged={tellChanged} />}
          <BatchFacts batch={batch} />
        </div>
      </div>
    </>
  )
}

function BatchFacts({ batch }: { batch: Batch }) {
  const me = useMe()
  const often = batch.prints > 1 ? `, ${plural(batch.prints, 'time')} total` : ''
  const printed = batch.printedAt && `${officeMoment(batch.printedAt)}${often}`
  const facts: [label: string, value: string | null][] = [
    ['Orders', ordersOf(batch)],
    ['Created', `${officeMoment(batch.createdAt)} by ${byWords(batch.createdBy, me.id)}`],
    ['Printed', printed],
    ['Mailed', batch.mailedAt && officeMoment(batch.mailedAt)],
  ]
  return <Facts title="Details" facts={facts} />
}

type LabelsPanelProps = { batch: Batch; onChanged: () => void }

/** Buys labels if the site has a carrier account; without one, staff type tracking numbers. */
function LabelsPanel({ batch, onChanged }: LabelsPanelProps) {
  const [isAsking, setAsking] = useState(false)
  const may = useMay()
  const carrier = batch.kind === 'bulk' ? 'UPS' : 'USPS'
  const { data } = useQuery(fulfillmentQueries.carriers())
  if (!data) return null
  const account = data.find((one) => one.carrier === carrier)
  const mayBuy = account?.enabled === true && account.complete
  return (
    <Panel title="Labels">
      {batch.unknownLabelCount > 0 && (
        <p className="mt-3 text-warn">
          {plural(batch.unknownLabelCount, 'label')} not yet confirmed by {carrier}.
        </p>
      )}
      {mayBuy ? (
        <>
          <p className="mt-3 text-muted text-small">{labelWords(batch)}</p>
          {batch.withoutLabelCount > 0 && !batch.buyingLabels && (
            <Button className="mt-3" size="compact" onClick={() => setAsking(true)}>
              Buy labels
            </Button>
          )}
        </>
      ) : (
        <p className="mt-3 text-muted text-small">
          No {carrier} account is set up. Buy labels elsewhere and type or paste their tracking numbers here.
          {may('site.edit') && (
            <>
              {' '}
              <Link to="/office/site" search={{ part: 'carriers' }} className="text-accent-text underline">
                Set one up
              </Link>
            </>
          )}
        </p>
      )}
      {isAsking && (
        <BuyLabelsDialog
          batch={batch}
          carrier={carrier}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        />
      )}
    </Panel>
  )
}

function labelWords({ kind, withoutLabelCount, buyingLabels }: Batch): string {
  if (buyingLabels) return 'Buying labels.'
  if (withoutLabelCount === 0) return 'Everything left to ship has a label or a tracking number.'
  return `${plural(withoutLabelCount, kind === 'bulk' ? 'parcel' : 'letter')} without a label.`
}

type BuyLabelsDialogProps = {
  batch: Batch
  carrier: CarrierName
  onClose: () => void
  onChanged: () => void
}

/** Buys the missing labels, each once. Parcels offer a choice of service. */
function BuyLabelsDialog({ batch, carrier, onClose, onChanged }: BuyLabelsDialogProps) {
  const [service, setService] = useState<string | null>(null)
  const isBulk = batch.kind === 'bulk'
  const { data } = useQuery(fulfillmentQueries.rates(batch.id))
  const buy = useDecision({
    decide: (idempotencyKey) =>
      call(api.buyLabels, {
        params: { id: batch.id },
        body: { seenStatus: batch.status, ...(service && { service }) },
        idempotencyKey,
      }),
    done: 'Buying labels',
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Buy labels from ${carrier}?`}
      lead={
        <p>
          {plural(batch.withoutLabelCount, isBulk ? 'parcel' : 'letter')} without a label. We’ll buy one for
          each and charge your account.
        </p>
      }
      submit="Buy labels"
      request={buy}
      onClose={onClose}
    >
      {isBulk && data && data.rates.length > 0 && (
        <RadioChoice
          label="Service"
          value={service}
          onChange={setService}
          options={data.rates.map((rate) => ({
            value: rate.service,
            title: rate.service,
            detail: rate.days === null ? undefined : plural(rate.days, 'day'),
            aside: formatCents(rate.priceCents),
          }))}
        />
      )}
      {!isBulk && data && data.rates.length > 0 && (
        <ul aria-label="Price per label" className="grid gap-1 text-small">
          {data.rates.map(({ service: name, priceCents }) => (
            <li key={name} className="flex justify-between gap-3">
              <span>{name}</span>
              <span>{formatCents(priceCents)} each</span>
            </li>
          ))}
        </ul>
      )}
      {data?.note && <p className="text-muted text-small">{data.note}</p>}
      {isBulk && (
        <p className="text-muted text-small">
          If you don’t choose a service, we’ll use the one on the order.
        </p>
      )}
    </OfficeDialog>
  )
}
